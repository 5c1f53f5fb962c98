import { Cron } from 'croner';
import { latestWallTime, momentOf } from '../../../lib/calendar.ts';
import { memoizeTexts } from '../../../lib/memoize.ts';

/** Expressions and zones that are kept in a form that is quick to use. */
const MOST_KEPT = 100;

/** Which times on a wall clock an expression names. When a wall clock shows them depends on its zone, and is found without croner. */
const wallTimes = memoizeTexts((expression) => new Cron(expression, { timezone: 'UTC', mode: '5-part' }), MOST_KEPT);

/** A time of a cron expression, in milliseconds since 1970. It happens once, however the clock is changed (`momentOf`). */
export type CronTime = {
  readonly at: number;
  /** The time on the wall clock that the expression names, as if it were UTC: times that are skipped together happen at one moment, in the order of these. */
  readonly wall: number;
};

const cronTime = (wall: Date | null | undefined, zone: string): CronTime | null =>
  wall === null || wall === undefined ? null : { at: momentOf(wall.getTime(), zone), wall: wall.getTime() };

/** The last time of a cron expression after a moment and until another, in milliseconds since 1970; null when there is none. */
export function lastTime(expression: string | null, zone: string, from: number, to: number): CronTime | null {
  if (expression === null || to <= from) return null;
  const until = new Date(latestWallTime(to, zone) + 1);
  const last = cronTime(wallTimes(expression).previousRuns(1, until)[0], zone);
  return last === null || last.at <= from ? null : last;
}

/** The next time of a cron expression after a moment, in milliseconds since 1970; null when there is none. */
export function nextTime(expression: string | null, zone: string, after: number): CronTime | null {
  if (expression === null) return null;
  return cronTime(wallTimes(expression).nextRun(new Date(latestWallTime(after, zone))), zone);
}

/** Why a text is no cron expression with a time; null when it is one. */
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

/** A time as `20:00 Europe/Berlin`. */
export function timeIn(zone: string, at: number): string {
  return `${timeFormat(zone).format(at)} ${zone}`;
}
