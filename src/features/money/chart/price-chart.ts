import type { Outcome } from '../../../api/result.ts';
import { shortDuration } from '../../../lib/duration.ts';
import { widthOf } from '../../../lib/width.ts';
import type { Form } from '../../../resources/form.ts';
import { closes, type Dialog } from '../../../screen/dialogs/dialog.ts';
import { WIDEST } from '../../../screen/dialogs/view.ts';
import { type Binding, transition } from '../../../screen/keys/binding.ts';
import { scrollBindings } from '../../../screen/keys/scroll-bindings.ts';
import type { DialogState, OpenDialog } from '../../../store/dialog-state.ts';
import { dialogChanged, dialogOpened, topDialog } from '../../../store/dialogs/dialog-stack.ts';
import { formOpened } from '../../../store/dialogs/form-state.ts';
import { disabledReason } from '../../../store/disabled-reason.ts';
import { liveContextOf } from '../../../store/row-context.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { chartOf, moneyOf } from '../known-money.ts';
import { type ChartCursor, type ChartPair, firstMark, markAt, markBeside, type PairChart } from '../pair-chart.ts';
import { keyOf, type PriceMark } from '../price-mark.ts';
import { pairName } from '../price-sentence.ts';
import { spanBeside, spanFor } from '../time-spans.ts';
import { chartLines } from './chart-lines.ts';

declare module '../../../store/dialog-state.ts' {
  interface DialogStates {
    /** The price of a type in a region over a time before now, in milliseconds, with the cursor on a mark, or where it begins; null for none. */
    readonly 'price-chart': {
      readonly pair: ChartPair;
      readonly spanMs: number;
      readonly at: ChartCursor;
      readonly top: number;
    };
  }
}

/** Part of the known time that the first picture holds. */
const MOST_OF = 0.9;

type Open = DialogState<'price-chart'>;

/** Opens the chart of a row of the prices. The cursor begins on the last loss. */
export function priceChartOpened(state: ConsoleState, fid: string): ConsoleState {
  const row = state.lists.prices.rows.get(fid)?.row;
  if (row === undefined) return state;
  const { type, region, sign, slots } = row.price.band;
  const pair = { type, region, sign };
  // What is known for a little longer than a span is not worth a picture that is half empty.
  const spanMs = spanFor((state.now - (slots[0]?.from ?? Number.NEGATIVE_INFINITY)) * MOST_OF);
  return chartsBegun(dialogOpened(state, { kind: 'price-chart', pair, spanMs, at: 'first', top: 0 }));
}

/** Charts that were opened before they were read have their cursor once they are. */
export function chartsBegun(state: ConsoleState): ConsoleState {
  const begun = (dialog: OpenDialog): OpenDialog => {
    const chart = dialog.kind === 'price-chart' && dialog.at === 'first' ? chartIn(state, dialog) : null;
    if (dialog.kind !== 'price-chart' || chart === null) return dialog;
    const mark = firstMark(chart);
    return { ...dialog, at: mark && keyOf(mark) };
  };
  const dialogs = state.dialogs.map(begun);
  return dialogs.every((one, n) => one === state.dialogs[n]) ? state : { ...state, dialogs };
}

/** What an open chart shows; null while the journal is read. */
function chartIn(state: ConsoleState, { pair, spanMs }: Open): PairChart | null {
  const money = moneyOf(state);
  return money && chartOf(money, pair, spanMs);
}

const marksMoved = (by: 1 | -1, kinds: readonly PriceMark['kind'][]) =>
  transition((state) =>
    dialogChanged(state, 'price-chart', (dialog) => {
      const chart = chartIn(state, dialog);
      const mark = chart === null ? null : markBeside(chart, dialog.at, by, kinds);
      return mark === null ? dialog : { ...dialog, at: keyOf(mark) };
    }),
  );

/** Why the cursor can't go to marks of some kinds; null when there are any. */
const noMark = (kinds: readonly PriceMark['kind'][], why: string) => (state: ConsoleState) => {
  const top = topDialog(state);
  const chart = top?.kind === 'price-chart' ? chartIn(state, top) : null;
  return chart?.marks.some(({ kind }) => kinds.includes(kind)) === true ? null : why;
};

const ALL = ['filled', 'lost'] as const;
const NO_MARKS = noMark(ALL, 'No bid was filled or lost in this time.');
const NO_LOSSES = noMark(['lost'], 'No bid was lost in this time.');

const spans = (by: 1 | -1) =>
  transition((state) =>
    dialogChanged(state, 'price-chart', (dialog) => ({ ...dialog, spanMs: spanBeside(dialog.spanMs, by), top: 0 })),
  );

const scrolls = (by: number) =>
  transition((state) =>
    dialogChanged(state, 'price-chart', (dialog) => ({ ...dialog, top: Math.max(0, dialog.top + by) })),
  );

/** The form that changes the bid under the cursor, as the list of bids has it; or why there is none. */
function editForm(state: ConsoleState): Outcome<Form, string> {
  const top = topDialog(state);
  const chart = top?.kind === 'price-chart' ? chartIn(state, top) : null;
  const mark = top?.kind === 'price-chart' && chart !== null ? markAt(chart, top.at) : null;
  if (mark === null) return { ok: false, error: 'Move to a loss or a fill first.' };
  const action = state.features.panes.bids.actions.find(({ id }) => id === 'edit-bid');
  const { bid, name } = mark.traits;
  const row = state.lists.bids.rows.get(bid)?.row;
  if (row === undefined || action?.effect.kind !== 'form')
    return { ok: false, error: `${name === '' ? bid : name} is no longer in the list.` };
  const why = disabledReason(state, 'bids', action, [bid]);
  return why === null ? { ok: true, value: action.effect.open(row, liveContextOf(state)) } : { ok: false, error: why };
}

const bindings: readonly Binding[] = [
  {
    id: 'price-chart-back',
    keys: ['Left'],
    label: 'Go to the loss or fill before',
    hint: 'before',
    disabled: NO_MARKS,
    run: marksMoved(-1, ALL),
  },
  {
    id: 'price-chart-on',
    keys: ['Right'],
    label: 'Go to the next loss or fill',
    hint: 'next',
    disabled: NO_MARKS,
    run: marksMoved(1, ALL),
  },
  {
    id: 'price-chart-edit',
    keys: ['e'],
    label: 'Change the limit price or the volumes of the bid under the cursor',
    hint: 'edit',
    disabled: (state) => {
      const form = editForm(state);
      return form.ok ? null : form.error;
    },
    run: transition((state) => {
      const form = editForm(state);
      return form.ok ? dialogOpened(state, formOpened(form.value, liveContextOf(state))) : state;
    }),
  },
  {
    id: 'price-chart-loss',
    keys: ['Tab'],
    label: 'Go to the next loss',
    hint: 'next loss',
    disabled: NO_LOSSES,
    run: marksMoved(1, ['lost']),
  },
  {
    id: 'price-chart-loss-back',
    keys: ['Shift-Tab'],
    label: 'Go to the loss before',
    hint: null,
    disabled: NO_LOSSES,
    run: marksMoved(-1, ['lost']),
  },
  { id: 'price-chart-longer', keys: ['-'], label: 'Zoom out: up to 90 days', hint: 'longer', run: spans(1) },
  { id: 'price-chart-shorter', keys: ['+', '='], label: 'Zoom in: down to 30 seconds', hint: 'closer', run: spans(-1) },
  ...scrollBindings('price-chart', scrolls, { verb: 'Scroll', letters: true, hint: null }),
  closes('price-chart', ['Esc', 'q', 'h', 'Enter'], 'Back to the prices'),
];

/** Which of the marks is under the cursor. */
function placeOf(state: ConsoleState, own: Open): string {
  const chart = chartIn(state, own);
  const mark = chart === null ? null : markAt(chart, own.at);
  if (chart === null || mark === null) return '';
  return `${mark.kind === 'lost' ? 'loss' : 'fill'}, ${chart.marks.indexOf(mark) + 1} of ${chart.marks.length}`;
}

export const priceChart: Dialog<'price-chart'> = {
  kind: 'price-chart',
  title: ({ connected }, { pair, spanMs }, { width }) => {
    const [name, span] = [pairName(pair, connected.aliases), shortDuration(spanMs)];
    const title = `Price of ${name} in the last ${span}`;
    return widthOf(title) <= width ? title : `${name}, last ${span}`;
  },
  lines: chartLines,
  legend: placeOf,
  box: ({ top }) => ({ width: WIDEST, top }),
  helpTitle: 'Price of a type over time',
  bindings,
};
