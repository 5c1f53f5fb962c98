import type { Bid } from '../contract/bid.ts';
import { bar } from '../lib/bar.ts';
import { formatMoneyGrouped, type Money } from '../lib/money.ts';
import { toWidth, widthOf, wrapped } from '../lib/width.ts';
import { bids as bidsResource } from '../resources/bids/bids.ts';
import {
  amountIn,
  BUDGET_WARNING,
  budgetUsed,
  type ExposureShare,
  exposureShareOf,
  exposureSharesBy,
  isOverBudget,
} from '../resources/bids/exposure.ts';
import type { Tone } from '../resources/cell.ts';
import type { Context } from '../resources/context.ts';
import { aliasOr } from '../resources/parts/aliases.ts';
import type { Glyphs } from '../resources/parts/glyphs.ts';
import { contextOf } from '../state/row-context.ts';
import type { ConsoleState } from '../state/state.ts';
import { blankLine, type DialogLine, type Segment, textLine } from './line.ts';

/** Widths of columns, in cells, with the blanks before them. */
const COUNT = 9;
const MONEY = 13;
const SHARE = 8;
/** Blanks before a bar, and the least and the largest width of bars, in cells. */
const BAR = { gap: 2, least: 8, most: 40 };
/** Smallest width of a title, in cells; columns without room next to it are dropped. */
const MIN_TITLE = 14;

/** Returns the highest hourly cost, running and committed: in total, against the budget, and by type, region, project and bid. */
export function exposureLines(state: ConsoleState, width: number): readonly DialogLine[] {
  const context = contextOf(state);
  const bids = [...context.rowsOf('bids').values()].map(({ row }) => row);
  const total = exposureShareOf('Everything', bids, context);
  const named = (identifier: string | null): string => aliasOr(identifier ?? state.glyphs.none, context.aliases);
  const part = (title: string, titleOf: (bid: Bid) => string) => ({
    title,
    shares: exposureSharesBy(titleOf, bids, context),
  });
  const parts = [
    part('By type', ({ instance_type }) => named(instance_type)),
    part('By region', ({ region }) => named(region)),
    ...(context.projects.length > 1 ? [part('By project', ({ project }) => named(project))] : []),
    part('By bid', bidsResource.labelOf),
  ].filter(({ shares }) => shares.length > 0);
  const titles = parts.flatMap(({ shares }) => shares.map(({ title }) => widthOf(title)));
  const columns = columnsIn(width, Math.max(MIN_TITLE, ...titles));
  return [
    headerLine('', columns, state.glyphs),
    ...shareLines(total, null, columns, state),
    ...budgetLines(total, context, width),
    ...parts.flatMap(({ title, shares }) => [
      blankLine,
      headerLine(title, columns, state.glyphs),
      ...shares.flatMap((share) => shareLines(share, total, columns, state)),
    ]),
    blankLine,
    ...wrapped(
      `Max cost = limit price ${state.glyphs.times} instances. Committed counts open bids as filled. The service charges the spot price, which is never higher.`,
      width,
    ).map((line) => textLine(line, 'dim')),
  ];
}

/** The columns that fit: width of the titles and of the bars, 0 without bars. */
type Columns = {
  readonly title: number;
  readonly committed: boolean;
  readonly share: boolean;
  readonly bar: number;
};

/** Decides which columns fit next to the titles: counts first, then the committed cost, the share and its bar. */
function columnsIn(width: number, longestTitle: number): Columns {
  const beside = width - COUNT - MONEY;
  const committed = beside - MONEY >= MIN_TITLE;
  const share = committed && beside - MONEY - SHARE >= MIN_TITLE;
  const room = beside - (committed ? MONEY : 0) - (share ? SHARE : 0);
  const forBar = room - BAR.gap - Math.min(longestTitle, Math.max(MIN_TITLE, room - BAR.gap - BAR.least));
  const barWidth = share && forBar >= BAR.least ? Math.min(BAR.most, forBar) : 0;
  return { title: Math.max(1, room - (barWidth === 0 ? 0 : barWidth + BAR.gap)), committed, share, bar: barWidth };
}

function headerLine(title: string, columns: Columns, { cut }: Glyphs): DialogLine {
  return {
    kind: 'text',
    segments: [
      { text: toWidth(title, columns.title, 'left', cut), tone: 'strong' },
      { text: 'RUN'.padStart(COUNT), tone: 'dim' },
      { text: 'NOW/H'.padStart(MONEY), tone: 'dim' },
      ...(columns.committed ? [{ text: 'COMMITTED'.padStart(MONEY), tone: 'dim' as const }] : []),
      ...(columns.share && title !== '' ? [{ text: 'SHARE'.padStart(SHARE), tone: 'dim' as const }] : []),
    ],
  };
}

/** Returns a line for each currency: amounts of two currencies are never added. */
function shareLines(
  stake: ExposureShare,
  total: ExposureShare | null,
  columns: Columns,
  { glyphs }: ConsoleState,
): readonly DialogLine[] {
  const currencies = [...new Set([...stake.now, ...stake.committed].map(({ sign }) => sign))];
  return (currencies.length === 0 ? ['$'] : currencies).map((sign, n): DialogLine => {
    const [now, max] = [amountIn(stake.now, sign), amountIn(stake.committed, sign)];
    const share = total === null ? 0 : shareOf(now, amountIn(total.now, sign));
    // A screen reader has no use for pictures; the share says the same.
    const barText = glyphs.box.across.trim() === '' ? '' : bar(share, columns.bar, glyphs.fills);
    const segments: readonly Segment[] = [
      { text: toWidth(n === 0 ? stake.title : '', columns.title, 'left', glyphs.cut) },
      { text: (n === 0 ? `${stake.running}/${stake.wanted}` : '').padStart(COUNT) },
      { text: money(now, glyphs.none), tone: 'strong' },
      ...(columns.committed ? [{ text: money(max, glyphs.none), tone: 'dim' as const }] : []),
      ...(columns.share ? [{ text: percentOf(share).padStart(SHARE) }] : []),
      ...(barText === '' ? [] : [{ text: `${' '.repeat(BAR.gap)}${barText}`, tone: 'accent' as const }]),
    ];
    return { kind: 'text', segments };
  });
}

function money(amount: Money, none: string): string {
  const text = amount.micros === 0n ? none : formatMoneyGrouped(amount);
  return ' '.repeat(Math.max(1, MONEY - widthOf(text))) + text;
}

/** Parts of a whole that a share is counted in: exact enough for every bar. */
const PARTS = 10_000n;

/** Returns a part of a whole, from 0 to 1; above 0 for any amount. */
const shareOf = (part: Money, whole: Money): number =>
  whole.micros <= 0n || part.micros <= 0n
    ? 0
    : Math.max(1 / Number(PARTS), Number((part.micros * PARTS) / whole.micros) / Number(PARTS));

/** Returns a share as text: empty for nothing, and never 100 % of what is less than everything. */
function percentOf(share: number): string {
  if (share <= 0) return '';
  if (share < 0.01) return '<1 %';
  return share < 1 ? `${Math.min(99, Math.round(share * 100))} %` : '100 %';
}

function budgetLines(total: ExposureShare, { budget, glyphs }: Context, width: number): readonly DialogLine[] {
  if (budget === null) return [];
  const lines = (amount: Money, when: string): readonly DialogLine[] => {
    const used = budgetUsed(amount, budget) ?? 0;
    const over = isOverBudget(amount, budget);
    const tone: Tone = over ? 'bad' : used >= BUDGET_WARNING ? 'warn' : 'plain';
    const text = `${tone === 'plain' ? '' : `${glyphs.warn} `}${when} ${used} % of the budget of ${formatMoneyGrouped(budget)}`;
    return wrapped(text, width).map((one) => textLine(one, tone));
  };
  return [
    ...lines(amountIn(total.now, budget.sign), 'Running:'),
    ...lines(amountIn(total.committed, budget.sign), 'Committed:'),
  ];
}
