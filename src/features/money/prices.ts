import type { ListedRow } from '../../api/result.ts';
import { diffMaps } from '../../lib/diff-maps.ts';
import { jsonWithBigints } from '../../lib/json-in.ts';
import { marksKept } from '../../store/lists/marks.ts';
import { paneFocused } from '../../store/panes/cursor.ts';
import { type ConsoleState, withList } from '../../store/state.ts';
import type { BidRecords } from './bid-record.ts';
import { bidRecordsOf } from './known-records.ts';
import { type PriceRow, priceRows } from './price-row.ts';

/** Takes the records from the journal, or forgets those of another project. */
export function recordsKnown(state: ConsoleState, bidRecords: BidRecords | null): ConsoleState {
  const known = { ...state, bidRecords };
  return state.focus === 'prices' || bidRecords === null ? pricesListed(known) : known;
}

/** Shows the pane of prices, or goes back from it. */
export function pricesToggled(state: ConsoleState): ConsoleState {
  return state.focus === 'prices' ? paneFocused(state, state.focusBefore) : paneFocused(pricesListed(state), 'prices');
}

/** Lists the prices that the records show. While they are not read the list is being loaded. */
function pricesListed(state: ConsoleState): ConsoleState {
  const bidRecords = bidRecordsOf(state);
  const { prices: list } = state.lists;
  const rows = new Map(
    (bidRecords === null ? [] : priceRows(bidRecords)).map((row): [string, ListedRow<PriceRow>] => [
      row.fid,
      listed(row),
    ]),
  );
  const next = { ...list, rows, delta: diffMaps(list.rows, rows), fetchedAt: bidRecords?.readAt ?? null };
  return marksKept(withList(state, 'prices', next), 'prices');
}

/** A row with its JSON, which is written only when it is asked for. */
function listed(row: PriceRow): ListedRow<PriceRow> {
  return {
    row,
    get raw() {
      return jsonWithBigints(row);
    },
  };
}
