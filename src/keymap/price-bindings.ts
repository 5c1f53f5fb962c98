import { type PaneBinding, transition } from '../keys/binding.ts';
import { pricesToggled } from '../state/prices.ts';
import { refusedInReplay } from '../state/replay-clock.ts';

/** Bindings of prices. */
export const priceBindings: readonly PaneBinding[] = [
  {
    id: 'prices',
    keys: [],
    label: 'Prices of all types and regions, as bids have shown them; again: back',
    searchWords: ['market', 'spot'],
    names: ['prices'],
    hint: null,
    scope: 'everywhere',
    disabled: (state) => refusedInReplay(state, 'it has no prices of earlier days.'),
    run: transition(pricesToggled),
  },
];
