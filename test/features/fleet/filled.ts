import type { ConsoleState } from '../../../src/store/state.ts';
import { fleetOf } from './console-with.ts';

/** Names no row, and one bid that is not there. */
export function filled(state: ConsoleState): ConsoleState {
  const lines = ['refused by the service'];
  return {
    ...state,
    pausedByRules: new Map(),
    knownFleet: fleetOf(
      '[[bids]]\nname = "wanted"\ninstance_type = "8xh100"\nregion = "eu-n1"\ninstance_quantity = 1\nlimit_price = 2\n',
    ),
    fleetRun: { path: '/home/me/fleet.toml', isRunning: false, done: 1, of: 2, lines },
  };
}
