import type { Bid } from '../../contract/bid.ts';
import { brailleBars } from '../../lib/bars.ts';
import { type Step, slotsOf, spanHolding } from '../../lib/time-slots.ts';
import type { Cell } from '../../resources/cell.ts';
import type { Context, OwnValue } from '../../resources/context.ts';
import type { Glyphs } from '../../resources/glyphs.ts';
import type { FeaturePanes, PaneParts } from '../../resources/panes.ts';
import { runningOf } from '../../resources/parts/joins.ts';
import { isStatus } from '../../resources/parts/status.ts';
import type { Column } from '../../resources/resource.ts';
import { LONGEST_GAP_MS } from '../../store/run-history.ts';
import type { ConsoleState, ObservedSpan } from '../../store/state.ts';
import { prices } from './prices/pane.ts';

/** In columns. */
export const TREND_WIDTH = { least: 6, most: 10 };

/** The running part of the wanted instances over the last hour. */
const trendColumn: Column<Bid> = {
  id: 'trend',
  header: 'TREND',
  width: TREND_WIDTH.least,
  maxWidth: TREND_WIDTH.most,
  priority: 8,
  picture: 'what ran of what is wanted, in the last hour or since it is known',
  draw: trendCell,
  cell: (bid, context) => trendCell(bid, context, TREND_WIDTH.most),
  largestFirst: true,
  sortBy: ({ fid, instance_quantity }, context) =>
    instance_quantity === null || instance_quantity === 0 ? null : runningOf(fid, context) / instance_quantity,
};

export const moneyPanes: PaneParts<Pick<FeaturePanes, 'prices'>> = {
  panes: { prices },
  additions: { bids: { columns: { before: 'price', add: [trendColumn] } } },
};

/** Unknown, nothing, less than half, half or more, all of the wanted instances. */
function levelOf(running: number | null, wanted: number): 0 | 1 | 2 | 3 | 4 {
  if (running === null) return 0;
  if (running <= 0) return 1;
  if (running >= wanted) return 4;
  return 2 * running < wanted ? 2 : 3;
}

const slotsIn = (width: number, { trend }: Glyphs): number => (trend.kind === 'signs' ? width : 2 * width);

function trendCell(bid: Bid, context: Context, width: number): Cell {
  const { glyphs } = context;
  if (glyphs.trend.kind === 'none') return { text: '' };
  const resting = isStatus(bid.status, 'paused') || isStatus(bid.status, 'terminated');
  const values = context.own(trend, bid.fid, slotsIn(width, glyphs));
  const tone = resting ? 'dim' : runningOf(bid.fid, context) < wantedOf(bid, values) ? 'warn' : 'good';
  return { text: trendText(bid, values, glyphs, width), tone };
}

type Values = readonly (number | null)[];

/** Without a wanted number, the most running. */
const wantedOf = ({ instance_quantity: quantity }: Bid, values: Values): number =>
  quantity ?? Math.max(1, ...values.map((value) => value ?? 0));

/** The latest at the right. */
export function trendText(bid: Bid, values: Values, glyphs: Glyphs, width: number): string {
  const { trend: drawn } = glyphs;
  if (drawn.kind === 'none') return '';
  const wanted = wantedOf(bid, values);
  const levels = values.slice(-slotsIn(width, glyphs)).map((value) => levelOf(value, wanted));
  const text = drawn.kind === 'signs' ? levels.map((level) => drawn.signs[level]).join('') : brailleBars(levels);
  return text.padEnd(width);
}

/** By number of slots: a row and its preview are drawn at once. */
const trends = new WeakMap<readonly Step[], Map<number, { readonly key: string; readonly values: Values }>>();

const trend: OwnValue<[bid: string, slots: number], Values> = {
  of: ({ state }, bid, slots) => trendOf(state, bid, slots),
};

/**
 * The fewest running instances in each slot of the last hour, or since a console looked; null where nobody looked. The
 * same array until it changes.
 */
export function trendOf(state: ConsoleState, fid: string, slots: number): Values {
  const { seen, byBid } = state.runHistory;
  const steps = byBid.get(fid);
  const [first] = seen;
  if (steps === undefined || first === undefined) return [];
  const until = shownUntil(state);
  const spanMs = spanHolding(until - first.from);
  const slotMs = Math.ceil(spanMs / slots);
  const last = Math.min(until, seen.at(-1)?.to ?? until);
  const key = [spanMs, Math.floor(until / slotMs), seen.length, first.from, Math.floor(last / slotMs)].join(' ');
  const ofBid = trends.get(steps) ?? new Map<number, { readonly key: string; readonly values: Values }>();
  const known = ofBid.get(slots);
  if (known?.key === key) return known.values;
  const values = slotsOf(whileSeen(steps, seen), { until, spanMs, slots }, Math.min);
  trends.set(steps, ofBid.set(slots, { key, values }));
  return values;
}

/** The right edge: the last list, never blank between two; a frozen screen stands still. */
function shownUntil({ frozen, now, runHistory }: ConsoleState): number {
  if (frozen !== null) return frozen.instances.observed.at;
  const last = runHistory.seen.at(-1)?.to ?? now;
  return now - last <= LONGEST_GAP_MS ? Math.min(last, now) : now;
}

/** Steps with gaps marked as unknown where no console was watching. */
const whileSeen = (steps: readonly Step[], seen: readonly ObservedSpan[]): readonly Step[] =>
  seen.flatMap(({ from, to }) => [
    { at: from, value: steps.findLast(({ at }) => at <= from)?.value ?? null },
    ...steps.filter(({ at }) => at > from && at <= to),
    { at: to + 1, value: null },
  ]);
