import { moneyTabShown } from '../../../src/features/money/page.ts';
import { paneFocused } from '../../../src/store/panes/cursor.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { recordsKnown } from './known.ts';
import { steadyRecords } from './made-records.ts';

/** What bids have cost in earlier hours, in a pane of prices that was looked at. */
export const filled = (state: ConsoleState): ConsoleState =>
  paneFocused(moneyTabShown(recordsKnown(state, steadyRecords), 2), state.focus);
