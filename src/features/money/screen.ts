import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { type PaneBinding, transition } from '../../screen/keys/binding.ts';
import type { ConsoleState } from '../../store/state.ts';
import { priceStripPart } from './chart/strip.ts';
import { priceTab } from './chart/tab.ts';
import { money } from './costs/dialog.ts';
import { moneyTabShown, noPrices } from './page.ts';
import { priceWords } from './prices/pane.ts';

/** Elsewhere the arrows move through time. */
const isLive = ({ shownInstead }: ConsoleState): boolean => shownInstead === null;

const bindings: readonly PaneBinding[] = [
  {
    id: 'spent',
    keys: [],
    label: 'Spent: max cost today, in 7 and in 30 days',
    names: ['spend', 'spent'],
    searchWords: ['max cost', 'bill', 'today', 'month', 'week'],
    hint: null,
    scope: 'everywhere',
    run: transition((state) => moneyTabShown(state, 1)),
  },
  {
    id: 'prices',
    keys: [],
    label: 'Prices of all types and regions, as bids have shown them',
    searchWords: ['market', 'spot'],
    names: ['prices'],
    hint: null,
    scope: 'everywhere',
    disabled: noPrices,
    run: transition((state) => moneyTabShown(state, 2)),
  },
  {
    id: 'prices-next-tab',
    keys: ['Right'],
    label: 'Next tab of money: Now',
    hint: 'tabs',
    scope: 'prices',
    when: isLive,
    run: transition((state) => moneyTabShown(state, 0)),
  },
  {
    id: 'prices-previous-tab',
    keys: ['Left'],
    label: 'Previous tab of money: Spent',
    hint: null,
    scope: 'prices',
    when: isLive,
    run: transition((state) => moneyTabShown(state, 1)),
  },
];

export const screen = {
  words: Object.values(priceWords),
  dialogs: { money },
  rowTabs: [priceTab],
  place: { after: 'sort' },
  bindings,
  strip: priceStripPart,
} satisfies ScreenParts;
