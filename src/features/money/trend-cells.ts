import type { Bid } from '../../contract/bid.ts';
import { brailleBars } from '../../lib/bars.ts';
import type { Cell } from '../../resources/cell.ts';
import type { Context } from '../../resources/context.ts';
import type { Glyphs } from '../../resources/glyphs.ts';
import { runningOf } from '../../resources/parts/joins.ts';
import { isStatus } from '../../resources/parts/status.ts';
import { trend } from './trend.ts';

/** Widths between which the picture is drawn, in columns. */
export const TREND_WIDTH = { least: 6, most: 10 };

/** How much of what is wanted ran: unknown, nothing, less than half, half or more, all. */
type Level = 0 | 1 | 2 | 3 | 4;

/** The level of a number of running instances; without a wanted number, compared with the most that ran. */
function levelOf(running: number | null, wanted: number): Level {
  if (running === null) return 0;
  if (running <= 0) return 1;
  if (running >= wanted) return 4;
  return 2 * running < wanted ? 2 : 3;
}

/** The number of values that a picture of a width shows. */
const slotsIn = (width: number, { trend }: Glyphs): number => (trend.kind === 'signs' ? width : 2 * width);

/** A picture of the running instances of the wanted ones over the last hour, or over the time that is known. */
export function trendCell(bid: Bid, context: Context, width: number): Cell {
  const { glyphs } = context;
  if (glyphs.trend.kind === 'none') return { text: '' };
  const resting = isStatus(bid.status, 'paused') || isStatus(bid.status, 'terminated');
  const values = context.own(trend, bid.fid, slotsIn(width, glyphs));
  const tone = resting ? 'dim' : runningOf(bid.fid, context) < wantedOf(bid, values) ? 'warn' : 'good';
  return { text: trendText(bid, values, glyphs, width), tone };
}

type Values = readonly (number | null)[];

const wantedOf = ({ instance_quantity: quantity }: Bid, values: Values): number =>
  quantity ?? Math.max(1, ...values.map((value) => value ?? 0));

/** The picture of the last of some numbers of running instances, the latest at the right. */
export function trendText(bid: Bid, values: Values, glyphs: Glyphs, width: number): string {
  const { trend: drawn } = glyphs;
  if (drawn.kind === 'none') return '';
  const wanted = wantedOf(bid, values);
  const levels = values.slice(-slotsIn(width, glyphs)).map((value) => levelOf(value, wanted));
  const text = drawn.kind === 'signs' ? levels.map((level) => drawn.signs[level]).join('') : brailleBars(levels);
  return text.padEnd(width);
}
