import { wordSentence, words } from '../../../resources/glossary.ts';
import { closes, type Dialog } from '../../../screen/dialogs/dialog.ts';
import { blankLine, tabLine } from '../../../screen/dialogs/line.ts';
import { scrolledTop } from '../../../screen/dialogs/view.ts';
import { type Binding, transition } from '../../../screen/keys/binding.ts';
import { scrollBindings } from '../../../screen/keys/scroll-bindings.ts';
import { dialogChanged, topDialog } from '../../../store/dialogs/dialog-stack.ts';
import { nextTab } from '../../../store/panes/tabs.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { COST_PERIODS, type CostPeriod } from '../known-money.ts';
import { MONEY_TABS, moneyTabShown, moneyToggled, spentPeriod } from '../page.ts';
import { costLines } from './cost-lines.ts';
import { exposureLines } from './exposure-lines.ts';

/** In cells: wider tables have numbers too far from their titles. */
const TABLE_WIDTH = 96;

const scrolls = (by: number) =>
  transition((state) =>
    dialogChanged(state, 'money', (own) => ({ ...own, top: scrolledTop(state, own, own.top + by) })),
  );

const showTabBeside = (by: 1 | -1) =>
  transition((state) => {
    const top = topDialog(state);
    if (top?.kind !== 'money') return state;
    return moneyTabShown(state, MONEY_TABS.indexOf(nextTab(MONEY_TABS, top.tab, by)));
  });

const isSpent = (state: ConsoleState): boolean => {
  const top = topDialog(state);
  return top?.kind === 'money' && top.tab === 'Spent';
};

const showPeriodBeside = (by: 1 | -1) =>
  transition((state) => {
    const period = spentPeriod(state);
    return { ...state, spentPeriod: COST_PERIODS[COST_PERIODS.indexOf(period) + by] ?? period };
  });

const bindings: readonly Binding[] = [
  {
    id: 'money-next-tab',
    keys: ['Right', 'Tab'],
    label: 'Next tab: Now, Spent, Prices',
    hint: 'tabs',
    run: showTabBeside(1),
  },
  { id: 'money-previous-tab', keys: ['Left', 'Shift-Tab'], label: 'Previous tab', hint: null, run: showTabBeside(-1) },
  {
    id: 'spent-longer',
    keys: ['-'],
    label: 'Spent: longer, up to 30 days',
    hint: 'longer',
    when: isSpent,
    run: showPeriodBeside(1),
  },
  {
    id: 'spent-shorter',
    keys: ['+', '='],
    label: 'Spent: shorter, down to today',
    hint: 'shorter',
    when: isSpent,
    run: showPeriodBeside(-1),
  },
  ...scrollBindings('money', scrolls, { verb: 'Scroll', hint: 'scroll' }),
  closes('money', ['Esc', 'q', '$'], 'Back'),
];

const PERIODS: Readonly<Record<CostPeriod, string>> = {
  today: 'today',
  '7-days': 'in 7 days',
  '30-days': 'in 30 days',
};

/** What runs now and what was spent, at most. Prices, the third tab of the page, are a pane. */
export const money: Dialog<'money'> = {
  kind: 'money',
  openFrom: {
    id: 'money',
    keys: ['$'],
    label: 'Money: max cost now, by type, region and bid, the budgets, what was spent, prices; again: back',
    searchWords: ['bill', 'cost', 'costs', 'budget', 'invoice', 'expenses', 'burn', 'dollars'],
    names: ['money', 'exposure'],
    hint: 'money',
    hintLast: 40,
    scope: 'everywhere',
    formerly: { ids: ['exposure'] },
    run: transition(moneyToggled),
  },
  title: (state, { tab }) => `Money: max cost ${tab === 'Now' ? 'per hour' : PERIODS[spentPeriod(state)]}`,
  lines: (state, { tab }, room) => {
    const width = Math.min(room.width, TABLE_WIDTH);
    return [
      tabLine(MONEY_TABS, MONEY_TABS.indexOf(tab)),
      blankLine,
      ...(tab === 'Now' ? exposureLines(state, width) : costLines(state, spentPeriod(state), width)),
    ];
  },
  legend: (_, { tab }) => (tab === 'Now' ? wordSentence(words.committed) : ''),
  box: ({ top }) => ({ width: 'whole', fixed: 2, top }),
  page: () => null,
  helpTitle: 'Money',
  bindings,
};
