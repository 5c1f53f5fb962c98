import { shortDuration } from '../../../lib/duration.ts';
import { pairOf } from '../../../resources/context.ts';
import type { RowPage, RowTab } from '../../../screen/dialogs/dialog.ts';
import { textLine } from '../../../screen/dialogs/line.ts';
import { type Binding, transition } from '../../../screen/keys/binding.ts';
import { dialogChanged, topDialog } from '../../../store/dialogs/dialog-stack.ts';
import { jumped } from '../../../store/panes/cursor.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { chartOf, moneyOf, RECORDED_MS, type WantedMoney, type WantedPair } from '../known-money.ts';
import { firstMark, markAt, markBeside, type PairChart } from '../pair-chart.ts';
import { keyOf, type MarkKey, type PriceMark } from '../price-mark.ts';
import { pairName } from '../price-sentence.ts';
import { spanBeside, spanFor } from '../time-spans.ts';
import { chartLines } from './chart-lines.ts';

declare module '../../../store/dialog-state.ts' {
  interface RowTabViews {
    /** The time that the chart shows, in milliseconds before now, and the loss or fill under its cursor; null for the one that it begins with. */
    readonly price: { readonly spanMs: number; readonly at: MarkKey | null };
  }
}

const ID = 'price';
/** Part of the known time that the first picture holds: a little more of it is not worth a picture that is half empty. */
const MOST_OF = 0.9;

/** The type, region and currency whose price concerns a row; null when it has none. */
function pairOfRow({ lists }: ConsoleState, { pane, fid }: Pick<RowPage, 'pane' | 'fid'>): WantedPair | null {
  if (pane === 'prices') {
    const row = lists.prices.rows.get(fid)?.row;
    return row === undefined ? null : { type: row.instance_type, region: row.region, sign: row.price.band.sign };
  }
  const bid = pane === 'instances' ? lists.instances.rows.get(fid)?.row.bid : fid;
  const row = bid == null ? undefined : lists.bids.rows.get(bid)?.row;
  return row === undefined || row.instance_type === null ? null : pairOf(row);
}

/** The time that the chart of a row shows. */
function spanOf(state: ConsoleState, page: RowPage): number {
  const from =
    page.pane === 'prices' ? state.lists.prices.rows.get(page.fid)?.row.price.band.slots[0]?.from : undefined;
  return page.views.price?.spanMs ?? spanFor((state.now - (from ?? Number.NEGATIVE_INFINITY)) * MOST_OF);
}

/** What the tab shows; null while the journal is read. */
function chartIn(state: ConsoleState, page: RowPage): PairChart | null {
  const [money, pair] = [moneyOf(state), pairOfRow(state, page)];
  return money && pair && chartOf(money, pair, spanOf(state, page));
}

/** The loss or fill under the cursor. */
function markIn(chart: PairChart, { views }: RowPage): PriceMark | null {
  const key = views.price?.at ?? null;
  return (key === null ? null : markAt(chart, key)) ?? firstMark(chart);
}

/** The charts that open pages need. */
export const chartsWanted = (state: ConsoleState): Partial<WantedMoney> => {
  const charts = state.dialogs.flatMap((dialog) => {
    const pair = dialog.kind === 'row-page' && dialog.tab === ID ? pairOfRow(state, dialog) : null;
    return dialog.kind !== 'row-page' || pair === null ? [] : [{ pair, spanMs: spanOf(state, dialog) }];
  });
  // Another time is drawn at once.
  return charts.length === 0 ? {} : { charts, spanMs: RECORDED_MS };
};

function cursorMoved(state: ConsoleState, page: RowPage, by: number): RowPage {
  const chart = chartIn(state, page);
  const mark = chart === null ? null : markIn(chart, page);
  if (chart === null || mark === null) return page;
  const next = markBeside(chart, keyOf(mark), by > 0 ? 1 : -1, ['filled', 'lost']) ?? mark;
  return { ...page, views: { ...page.views, price: { spanMs: spanOf(state, page), at: keyOf(next) } } };
}

const zooms = (by: 1 | -1) =>
  transition((state) =>
    dialogChanged(state, 'row-page', (page) => {
      const spanMs = spanBeside(spanOf(state, page), by);
      return { ...page, views: { ...page.views, price: { spanMs, at: page.views.price?.at ?? null } } };
    }),
  );

/** The bid of the loss or fill under the cursor, when it is still listed. */
function bidUnderCursor(state: ConsoleState): string | null {
  const top = topDialog(state);
  const chart = top?.kind === 'row-page' ? chartIn(state, top) : null;
  const mark = top?.kind === 'row-page' && chart !== null ? markIn(chart, top) : null;
  return mark !== null && state.lists.bids.rows.has(mark.traits.bid) ? mark.traits.bid : null;
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

/** The price of the row's type and region over time, with the limit prices, losses and fills of the operator's bids. */
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
  move: cursorMoved,
  lines: (state, page, room) => {
    const pair = pairOfRow(state, page);
    if (pair === null) return [textLine('Its bid is not listed, so its price is not known.', 'dim')];
    const chart = chartIn(state, page);
    const mark = chart === null ? null : markIn(chart, page);
    const shown = { pair, spanMs: spanOf(state, page), at: mark && keyOf(mark) };
    return chartLines(state, shown, room);
  },
  bindings,
};
