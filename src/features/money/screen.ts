import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { type PaneBinding, transition } from '../../screen/keys/binding.ts';
import type { Entry } from '../../screen/keys/entry.ts';
import { update } from '../../store/controller.ts';
import { dialogOpened } from '../../store/dialogs/dialog-stack.ts';
import { refusedWithoutService } from '../../store/shown-instead.ts';
import { priceTab } from './chart/price-tab.ts';
import { priceStripPart } from './chart/strip.ts';
import { COST_PERIODS, PERIOD_WORDS } from './cost-periods.ts';
import { exposure } from './dialogs/exposure.ts';
import { pricesToggled } from './prices.ts';
import { priceWords } from './words.ts';

/** Bindings of prices. */
const priceBindings: readonly PaneBinding[] = [
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

/** The entries that open the costs of a period. */
function costEntries(): readonly Entry[] {
  return COST_PERIODS.map((period) => ({
    label: `Max cost: ${PERIOD_WORDS[period]}`,
    note: period === 'now' ? 'per hour' : 'from the journal',
    searchWords: ['spend', 'bill', 'money'],
    run: (controller) => update(controller, (state) => dialogOpened(state, { kind: 'exposure', period, top: 0 })),
  }));
}

export const screen = {
  words: Object.values(priceWords),
  dialogs: { exposure },
  rowTabs: [priceTab],
  place: { after: 'sort' },
  bindings: priceBindings,
  paletteEntries: costEntries,
  strip: priceStripPart,
} satisfies ScreenParts;
