import type { RunningPart } from '../../command/feature.ts';
import { pairOf } from '../../resources/advice.ts';
import type { ConsoleState } from '../../store/state.ts';
import { RECORDED_MS, type WantedMoney } from '../money/known-money.ts';
import { journalEventsAdded } from './history.ts';

/** The prices that an open history draws. */
function moneyWanted({ dialogs, lists }: ConsoleState): Partial<WantedMoney> {
  const charts = dialogs.flatMap((dialog) => {
    const bid = dialog.kind === 'history' ? lists.bids.rows.get(dialog.fid)?.row : undefined;
    return dialog.kind !== 'history' || bid === undefined ? [] : [{ pair: pairOf(bid), spanMs: dialog.spanMs }];
  });
  // Another time is drawn at once.
  return charts.length === 0 ? {} : { charts, spanMs: RECORDED_MS };
}

/** A history that is open goes on with the journal, and has a picture of prices. */
export const running: RunningPart = {
  runtime: { follows: () => ({ eventsArrived: journalEventsAdded }) },
  state: { demands: (state) => ({ money: moneyWanted(state) }) },
};
