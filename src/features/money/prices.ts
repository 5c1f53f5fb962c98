import { type ListedRow, listedOwn } from '../../api/result.ts';
import { diffMaps } from '../../lib/maps.ts';
import { jsonWithBigints } from '../../lib/values.ts';
import { type ConsoleState, marksKept, withList } from '../../store/state.ts';
import { type KnownMoney, moneyOf } from './known-money.ts';
import type { PriceRow } from './price-row.ts';

/** Takes what the journal says of costs and prices, or forgets that of another project. */
export function moneyKnown(state: ConsoleState, money: KnownMoney | null): ConsoleState {
  const known = { ...state, money };
  return state.focus === 'prices' || money === null ? pricesListed(known) : known;
}

/** Lists the prices that the journal shows. While they are not read the list is being loaded. */
export function pricesListed(state: ConsoleState): ConsoleState {
  const money = moneyOf(state);
  const prices = money?.prices ?? null;
  const { prices: list } = state.lists;
  const rows = new Map(
    (prices ?? []).map((row): [string, ListedRow<PriceRow>] => [row.fid, listedOwn(row, jsonWithBigints)]),
  );
  const next = {
    ...list,
    rows,
    delta: diffMaps(list.rows, rows),
    fetchedAt: prices === null ? null : (money?.readAt ?? null),
  };
  return marksKept(withList(state, 'prices', next), 'prices');
}
