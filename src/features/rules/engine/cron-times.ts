import { Cron } from 'croner';
import { latestWallTime, momentOf } from '../../../lib/calendar.ts';
import { memoizeTexts } from '../../../lib/memoize.ts';

const MOST_KEPT = 100;

/** Only the wall-clock times of an expression: zones and their changes are ours (`momentOf`). */
const wallTimes = memoizeTexts((expression) => new Cron(expression, { timezone: 'UTC', mode: '5-part' }), MOST_KEPT);

export type CronTime = {
  readonly at: number;
  /** The wall clock as if it were UTC: times skipped together happen at one moment, in this order. */
  readonly wall: number;
};

const cronTime = (wall: Date | null | undefined, zone: string): CronTime | null =>
  wall === null || wall === undefined ? null : { at: momentOf(wall.getTime(), zone), wall: wall.getTime() };

/** The last time in a range. */
export function lastTime(expression: string | null, zone: string, from: number, to: number): CronTime | null {
  if (expression === null || to <= from) return null;
  const until = new Date(latestWallTime(to, zone) + 1);
  const last = cronTime(wallTimes(expression).previousRuns(1, until)[0], zone);
  return last === null || last.at <= from ? null : last;
}

export function nextTime(expression: string | null, zone: string, after: number): CronTime | null {
  if (expression === null) return null;
  return cronTime(wallTimes(expression).nextRun(new Date(latestWallTime(after, zone))), zone);
}

export function wrongCron(expression: string): string | null {
  try {
    return wallTimes(expression).nextRun() === null ? `no day ever matches ${expression}` : null;
  } catch {
    return `${expression} is not a cron expression of five parts, such as 0 20 * * 1-5`;
  }
}

const timeFormat = memoizeTexts(
  (zone) => new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }),
  MOST_KEPT,
);

export function timeIn(zone: string, at: number): string {
  return `${timeFormat(zone).format(at)} ${zone}`;
}
