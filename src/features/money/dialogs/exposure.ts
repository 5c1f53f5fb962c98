import { wordSentence, words } from '../../../resources/glossary.ts';
import { closes, type Dialog } from '../../../screen/dialogs/dialog.ts';
import type { DialogLine } from '../../../screen/dialogs/line.ts';
import { type Binding, transition } from '../../../screen/keys/binding.ts';
import { scrollBindings } from '../../../screen/keys/scroll-bindings.ts';
import { dialogChanged, dialogOpened } from '../../../store/dialogs/dialog-stack.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { COST_PERIODS, type CostPeriod, PERIOD_WORDS, periodBeside } from '../cost-periods.ts';
import { costLines } from './cost-lines.ts';
import { exposureLines } from './exposure-lines.ts';

declare module '../../../store/dialog-state.ts' {
  interface DialogStates {
    /** The exposure dialog, with costs of now or of a period; `top` is its first shown line. */
    readonly exposure: { readonly period: CostPeriod; readonly top: number };
  }
}

const scrolls = (by: number) =>
  transition((state) =>
    dialogChanged(state, 'exposure', (dialog) => ({ ...dialog, top: Math.max(0, dialog.top + by) })),
  );

const periodChanged = (state: ConsoleState, change: (period: CostPeriod) => CostPeriod): ConsoleState =>
  dialogChanged(state, 'exposure', (dialog) => ({ ...dialog, period: change(dialog.period), top: 0 }));

const moves = (by: 1 | -1) => transition((state) => periodChanged(state, (period) => periodBeside(period, by)));

const bindings: readonly Binding[] = [
  {
    id: 'exposure-longer',
    keys: ['Right', 'l'],
    label: 'Longer period: today, 7 days, 30 days',
    hint: 'longer',
    run: moves(1),
  },
  {
    id: 'exposure-shorter',
    keys: ['Left', 'h'],
    label: 'Shorter period, back to now',
    hint: 'shorter',
    run: moves(-1),
  },
  ...scrollBindings('exposure', scrolls, { verb: 'Scroll', letters: true, hint: 'scroll' }),
  closes('exposure', ['Esc', 'q', '$', 'Enter'], 'Back'),
];

const TITLES: Readonly<Record<CostPeriod, string>> = {
  now: 'max cost per hour',
  today: 'max cost today',
  '7-days': 'max cost in 7 days',
  '30-days': 'max cost in 30 days',
};

/** The names of all periods, the shown one in brackets. */
function periodLine(shown: CostPeriod): DialogLine {
  const segments = COST_PERIODS.map((period) =>
    period === shown
      ? { text: `[${PERIOD_WORDS[period]}] `, tone: 'accent' as const }
      : { text: ` ${PERIOD_WORDS[period]}  `, tone: 'dim' as const },
  );
  return { kind: 'text', segments };
}

export const exposure: Dialog<'exposure'> = {
  kind: 'exposure',
  openFrom: {
    id: 'exposure',
    keys: ['$'],
    label: 'Exposure: max cost by type, region and bid, now and over time, and the budgets',
    searchWords: ['spend', 'bill', 'cost', 'costs', 'money', 'budget', 'invoice', 'expenses', 'burn', 'dollars'],
    hint: 'money',
    hintLast: 40,
    scope: 'everywhere',
    run: transition((state) => dialogOpened(state, { kind: 'exposure', period: 'now', top: 0 })),
  },
  title: (_, { period }) => `Exposure: ${TITLES[period]}`,
  lines: (state, { period }, { width }) => [
    periodLine(period),
    ...(period === 'now' ? exposureLines(state, width) : costLines(state, period, width)),
  ],
  legend: () => wordSentence(words.exposure),
  box: ({ top }) => ({ width: 100, top }),
  helpTitle: 'Exposure',
  bindings,
};
