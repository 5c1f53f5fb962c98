import { pricesToggled } from '../../../src/features/money/prices.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { recordsKnown } from './known.ts';
import { steadyRecords } from './made-records.ts';

/** What bids have cost in earlier hours, in a pane of prices that was looked at. */
export const filled = (state: ConsoleState): ConsoleState =>
  pricesToggled(pricesToggled(recordsKnown(state, steadyRecords)));
