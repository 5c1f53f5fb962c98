import type { ConsoleState } from '../../src/store/state.ts';
import { broughtBy } from '../brought.ts';

const fillings = await broughtBy<{ readonly filled: (state: ConsoleState) => ConsoleState }>('filled.ts');

/** A console in which each feature has something to show of its rows: in panes of its own and in columns, details and the header. */
export const filled = (state: ConsoleState): ConsoleState =>
  fillings.reduce((before, feature) => feature.filled(before), state);
