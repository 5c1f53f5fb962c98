import type { Bid } from '../../contract/bid.ts';
import { brailleBars } from '../../lib/bars.ts';
import type { Cell } from '../../resources/cell.ts';
import type { Context } from '../../resources/context.ts';
import { runningOf } from '../../resources/parts/joins.ts';
import { isStatus } from '../../resources/parts/status.ts';

/** Widths between which the picture is drawn, in columns. */
export const TREND_WIDTH = { least: 6, most: 10 };

/** How much of what is wanted ran: unknown, nothing, less than half, half or more, all. */
type Level = 0 | 1 | 2 | 3 | 4;

/** Returns the level of a number of running instances; without a wanted number, compared with the most that ran. */
function levelOf(running: number | null, wanted: number): Level {
  if (running === null) return 0;
  if (running <= 0) return 1;
  if (running >= wanted) return 4;
  return 2 * running < wanted ? 2 : 3;
}

/** Returns a picture of the running instances of the wanted ones over the last hour, or over the time that is known. */
export function trendCell(bid: Bid, context: Context, width: number): Cell {
  const { trend } = context.glyphs;
  if (trend.kind === 'none') return { text: '' };
  const values = context.trend(bid.fid, trend.kind === 'signs' ? width : 2 * width);
  const wanted = bid.instance_quantity ?? Math.max(1, ...values.map((value) => value ?? 0));
  const levels = values.map((value) => levelOf(value, wanted));
  const text = trend.kind === 'signs' ? levels.map((level) => trend.signs[level]).join('') : brailleBars(levels);
  const resting = isStatus(bid.status, 'paused') || isStatus(bid.status, 'terminated');
  return {
    text: text.padEnd(width),
    tone: resting ? 'dim' : runningOf(bid.fid, context) < wanted ? 'warn' : 'good',
  };
}
