import { type PaneBinding, transition } from '../../screen/keys/binding.ts';
import { refusedWithoutService } from '../../store/shown-instead.ts';
import { pricesToggled } from './prices.ts';

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
    disabled: (state) => refusedWithoutService(state, 'it has no prices of earlier days.'),
    run: transition(pricesToggled),
  },
];
