import { shortDuration } from '../../../lib/duration.ts';
import { pairOf } from '../../../resources/context.ts';
import type { RowPage, RowTab } from '../../../screen/dialogs/dialog.ts';
import { textLine } from '../../../screen/dialogs/line.ts';
import { type Binding, transition } from '../../../screen/keys/binding.ts';
import { dialogChanged, topDialog } from '../../../store/dialogs/dialog-stack.ts';
import { jumped } from '../../../store/panes/cursor.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { chartOf, moneyOf, RECORDED_MS, type WantedMoney } from '../known-money.ts';
import { spanBeside, spanFor } from '../picture.ts';
import type { MarkKey, PairChart, PriceMark, WantedPair } from '../price.ts';
import { pairName } from '../price-sentence.ts';
import { chartLines } from './chart-lines.ts';
import { firstMark, keyOf, markAt } from './pair-chart.ts';

declare module '../../../store/dialog-state.ts' {
  interface RowTabViews {
    /** `spanMs`: before now, in milliseconds. `at`: the mark under the cursor; null for the first one. */
    readonly price: { readonly spanMs: number; readonly at: MarkKey | null };
  }
}

const ID = 'price';
/** Part of the known time in the first picture: for the rest it would be half empty. */
const MOST_OF = 0.9;

/** Null for a row without a price. */
function pairOfRow({ lists }: ConsoleState, { pane, fid }: Pick<RowPage, 'pane' | 'fid'>): WantedPair | null {
  if (pane === 'prices') {
    const row = lists.prices.rows.get(fid)?.row;
    return row === undefined ? null : { type: row.instance_type, region: row.region, sign: row.price.band.sign };
  }
  const bid = pane === 'instances' ? lists.instances.rows.get(fid)?.row.bid : fid;
  const row = bid == null ? undefined : lists.bids.rows.get(bid)?.row;
  return row === undefined || row.instance_type === null ? null : pairOf(row);
}

function spanOf(state: ConsoleState, page: RowPage): number {
  const from =
    page.pane === 'prices' ? state.lists.prices.rows.get(page.fid)?.row.price.band.slots[0]?.from : undefined;
  return page.views.price?.spanMs ?? spanFor((state.now - (from ?? Number.NEGATIVE_INFINITY)) * MOST_OF);
}

const withView = (page: RowPage, price: NonNullable<RowPage['views']['price']>): RowPage => ({
  ...page,
  views: { ...page.views, price },
});

/** Null while the journal is read. */
function shownIn(state: ConsoleState, page: RowPage): { chart: PairChart; mark: PriceMark | null } | null {
  const [money, pair] = [moneyOf(state), pairOfRow(state, page)];
  const chart = money && pair && chartOf(money, pair, spanOf(state, page));
  return chart && { chart, mark: markAt(chart, page.views.price?.at ?? null) ?? firstMark(chart) };
}

export const chartsWanted = (state: ConsoleState): Partial<WantedMoney> => {
  const charts = state.dialogs.flatMap((dialog) => {
    const pair = dialog.kind === 'row-page' && dialog.tab === ID ? pairOfRow(state, dialog) : null;
    return dialog.kind !== 'row-page' || pair === null ? [] : [{ pair, spanMs: spanOf(state, dialog) }];
  });
  // Lets another time be drawn at once.
  return charts.length === 0 ? {} : { charts, spanMs: RECORDED_MS };
};

/** Stays at either end. */
function moveCursor(state: ConsoleState, page: RowPage, by: number): RowPage {
  const { chart, mark } = shownIn(state, page) ?? {};
  if (chart === undefined || mark == null) return page;
  const next = chart.marks[chart.marks.indexOf(mark) + Math.sign(by)] ?? mark;
  return withView(page, { spanMs: spanOf(state, page), at: keyOf(next) });
}

const zooms = (by: 1 | -1) =>
  transition((state) =>
    dialogChanged(state, 'row-page', (page) =>
      withView(page, { spanMs: spanBeside(spanOf(state, page), by), at: page.views.price?.at ?? null }),
    ),
  );

/** Null once it is unlisted. */
function bidUnderCursor(state: ConsoleState): string | null {
  const top = topDialog(state);
  const bid = top?.kind === 'row-page' ? shownIn(state, top)?.mark?.traits.bid : undefined;
  return bid !== undefined && state.lists.bids.rows.has(bid) ? bid : null;
}

const bindings: readonly Binding[] = [
  {
    id: 'price-bid',
    keys: ['Enter'],
    label: 'Go to the bid of the loss or fill under the cursor',
    hint: 'its bid',
    disabled: (state) => (bidUnderCursor(state) === null ? 'No listed bid is under the cursor.' : null),
    run: transition((state) => {
      const bid = bidUnderCursor(state);
      return bid === null ? state : jumped(state, 'bids', bid, '');
    }),
  },
  { id: 'price-longer', keys: ['-'], label: 'Zoom out: up to 90 days', hint: 'longer', run: zooms(1) },
  { id: 'price-shorter', keys: ['+', '='], label: 'Zoom in: down to 30 seconds', hint: 'closer', run: zooms(-1) },
];

/** The price of the row's pair over time, with limit prices, losses and fills of the operator's bids. */
export const priceTab: RowTab = {
  id: ID,
  title: 'Price',
  order: 40,
  isOf: (pane) => pane === 'bids' || pane === 'instances' || pane === 'prices',
  first: ['prices'],
  titleWords: (state, page) => {
    const pair = pairOfRow(state, page);
    if (pair === null) return '';
    const name = page.pane === 'prices' ? '' : `: price of ${pairName(pair, state.connected.aliases)}`;
    return `${name} in the last ${shortDuration(spanOf(state, page))}`;
  },
  move: moveCursor,
  lines: (state, page, room) => {
    const pair = pairOfRow(state, page);
    if (pair === null) return [textLine('Its bid is not listed, so its price is not known.', 'dim')];
    const mark = shownIn(state, page)?.mark ?? null;
    return chartLines(state, { pair, spanMs: spanOf(state, page), at: mark && keyOf(mark) }, room);
  },
  bindings,
};
