import type { Bid } from '../contract/bid.ts';
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
import { contextOf } from '../state/row-context.ts';
import type { ConsoleState } from '../state/state.ts';
import { blankLine, type DialogLine, type Segment, textLine } from './line.ts';

const BAR = 12;
const COUNT = 9;
const MONEY = 13;
/** Smallest width of a title, in cells; columns without room next to it are dropped. */
const MIN_TITLE = 14;

/** Returns the highest hourly cost, running and committed: in total, against the budget, and by type, region, project and bid. */
export function exposureLines(state: ConsoleState, width: number): readonly DialogLine[] {
  const context = contextOf(state);
  const bids = [...context.rowsOf('bids').values()].map(({ row }) => row);
  const total = exposureShareOf('Everything', bids, context);
  const part = (title: string, titleOf: (bid: Bid) => string): readonly DialogLine[] => {
    const shares = exposureSharesBy(titleOf, bids, context);
    return shares.length === 0
      ? []
      : [blankLine, headerLine(title, width), ...shares.flatMap((share) => shareLines(share, total, width, state))];
  };
  const named = (identifier: string | null): string => aliasOr(identifier ?? state.glyphs.none, context.aliases);
  return [
    headerLine('', width),
    ...shareLines(total, null, width, state),
    ...budgetLines(total, context, width),
    ...part('By type', ({ instance_type }) => named(instance_type)),
    ...part('By region', ({ region }) => named(region)),
    ...(context.projects.length > 1 ? part('By project', ({ project }) => named(project)) : []),
    ...part('By bid', bidsResource.labelOf),
    blankLine,
    ...wrapped(
      `Max cost = limit price ${state.glyphs.times} instances. Committed counts open bids as filled. The service charges the spot price, which is never higher.`,
      width,
    ).map((line) => textLine(line, 'dim')),
  ];
}

/** Decides which columns fit next to the title: counts first, then the committed cost, then the bar. */
function room(width: number): { readonly title: number; readonly all: boolean; readonly bar: boolean } {
  const fixed = COUNT + MONEY;
  const all = width - fixed - MONEY >= MIN_TITLE;
  const bar = all && width - fixed - MONEY - BAR - 7 >= MIN_TITLE;
  return { title: Math.max(1, width - fixed - (all ? MONEY : 0) - (bar ? BAR + 7 : 0)), all, bar };
}

function headerLine(title: string, width: number): DialogLine {
  const { title: wide, all } = room(width);
  return {
    kind: 'text',
    segments: [
      { text: toWidth(title, wide, 'left', '.'), tone: 'strong' },
      { text: 'RUN'.padStart(COUNT), tone: 'dim' },
      { text: 'NOW/H'.padStart(MONEY), tone: 'dim' },
      ...(all ? [{ text: 'COMMITTED'.padStart(MONEY), tone: 'dim' as const }] : []),
    ],
  };
}

/** Returns a line for each currency: amounts of two currencies are never added. */
function shareLines(
  stake: ExposureShare,
  total: ExposureShare | null,
  width: number,
  state: ConsoleState,
): readonly DialogLine[] {
  const { glyphs } = state;
  const { title: wide, all, bar } = room(width);
  const currencies = [...new Set([...stake.now, ...stake.committed].map(({ sign }) => sign))];
  return (currencies.length === 0 ? ['$'] : currencies).map((glyph, n): DialogLine => {
    const [now, max] = [amountIn(stake.now, glyph), amountIn(stake.committed, glyph)];
    const share = total === null ? null : shareOf(now, amountIn(total.now, glyph));
    const segments: readonly Segment[] = [
      { text: toWidth(n === 0 ? stake.title : '', wide, 'left', glyphs.more) },
      { text: (n === 0 ? `${stake.running}/${stake.wanted}` : '').padStart(COUNT) },
      { text: money(now, glyphs.none), tone: 'strong' },
      ...(all ? [{ text: money(max, glyphs.none), tone: 'dim' as const }] : []),
      ...(bar && share !== null ? [{ text: barOf(share, glyphs.bars.at(-1) ?? '#'), tone: 'accent' as const }] : []),
    ];
    return { kind: 'text', segments };
  });
}

function money(amount: Money, none: string): string {
  const text = amount.micros === 0n ? none : formatMoneyGrouped(amount);
  return ' '.repeat(Math.max(1, MONEY - widthOf(text))) + text;
}

const shareOf = (part: Money, whole: Money): number | null =>
  whole.micros <= 0n ? null : Number((part.micros * 100n) / whole.micros);

function barOf(percent: number, full: string): string {
  const filled = Math.round((percent * BAR) / 100);
  return ` ${full.repeat(filled)}${' '.repeat(Math.max(0, BAR - filled))} ${String(percent).padStart(3)} %`;
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
