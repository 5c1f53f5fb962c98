import { Cron } from 'croner';
import { memoizeTexts } from '../lib/memoize.ts';

/** Expressions and zones that are kept in a form that is quick to use. */
const MOST_KEPT = 100;

const inZone = memoizeTexts(
  (zone) => memoizeTexts((expression) => new Cron(expression, { timezone: zone, mode: '5-part' }), MOST_KEPT),
  MOST_KEPT,
);
const cron = (expression: string, zone: string): Cron => inZone(zone)(expression);

/** Returns the last time of a cron expression after a time and until another, in milliseconds since 1970; null when there is none. */
export function lastTime(expression: string | null, zone: string, from: number, to: number): number | null {
  if (expression === null || to <= from) return null;
  const [last] = cron(expression, zone).previousRuns(1, new Date(to + 1));
  return last === undefined || last.getTime() <= from ? null : last.getTime();
}

/** Returns the next time of a cron expression after a time, in milliseconds since 1970; null when there is none. */
export function nextTime(expression: string | null, zone: string, after: number): number | null {
  return expression === null ? null : (cron(expression, zone).nextRun(new Date(after))?.getTime() ?? null);
}

/** Returns why a text is no cron expression with a time; null when it is one. */
export function wrongCron(expression: string, zone: string): string | null {
  try {
    return cron(expression, zone).nextRun() === null ? `no day ever matches ${expression}` : null;
  } catch {
    return `${expression} is not a cron expression of five parts, such as 0 20 * * 1-5`;
  }
}

const timeFormat = memoizeTexts(
  (zone) => new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }),
  MOST_KEPT,
);

/** Returns a time as `20:00 Europe/Berlin`. */
export function timeIn(zone: string, at: number): string {
  return `${timeFormat(zone).format(at)} ${zone}`;
}
