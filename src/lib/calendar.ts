import { DAY_MS, HOUR_MS } from './duration.ts';
import type { Interval } from './intervals.ts';
import { memoizeTexts } from './memoize.ts';

const formatOf = memoizeTexts(
  (timeZone) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
  50,
);

/** Wall time of a zone as if it were UTC. @throws RangeError for an unknown zone */
function wallTime(at: number, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

const wholeSecond = (at: number): number => Math.floor(at / 1000) * 1000;

const aheadAt = (at: number, zone: string): number => wallTime(at, zone) - wholeSecond(at);

type Change = { readonly moment: number; readonly before: number; readonly after: number };

/** No zone changes its clock twice in two days. */
function changeIn(from: number, to: number, zone: string): Change {
  const [before, after] = [aheadAt(from, zone), aheadAt(to, zone)];
  let [early, late] = [wholeSecond(from), wholeSecond(to)];
  while (before !== after && late - early > 1000) {
    const middle = wholeSecond((early + late) / 2);
    if (aheadAt(middle, zone) === before) early = middle;
    else late = middle;
  }
  return { moment: late, before, after };
}

/** In a skipped hour, the first moment after it. */
export function momentOf(wall: number, zone: string): number {
  const { moment, before, after } = changeIn(wall - DAY_MS, wall + DAY_MS, zone);
  return wall < moment + before ? wall - before : Math.max(moment, wall - after);
}

/** Later than the present one in the hour after a clock was put back. */
export function latestWallTime(at: number, zone: string): number {
  const { moment, before, after } = changeIn(at - DAY_MS, at, zone);
  return before === after ? at + after : Math.max(moment + before - 1, at + after);
}

export type Unit = 'hour' | 'day';

const midnight = (wall: number): number => Math.floor(wall / DAY_MS) * DAY_MS;

/** 23 or 25 hours when the clock changes. */
export function dayAt(at: number, zone: string): Interval {
  const start = midnight(wallTime(at, zone));
  return { from: momentOf(start, zone), to: momentOf(start + DAY_MS, zone) };
}

export function monthAt(at: number, zone: string): Interval {
  const date = new Date(wallTime(at, zone));
  const first = (months: number): number => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  return { from: momentOf(first(0), zone), to: momentOf(first(1), zone) };
}

export function periodsIn({ from, to }: Interval, unit: Unit, zone: string): readonly Interval[] {
  const periods: Interval[] = [];
  for (let at = from; at < to; ) {
    // Hours end on the wall clock; zones differ by quarters of an hour.
    const end =
      unit === 'day'
        ? dayAt(at, zone).to
        : at + HOUR_MS - (wallTime(Math.floor(at / 1000) * 1000, zone) % HOUR_MS) - (at % 1000);
    periods.push({ from: at, to: Math.min(end, to) });
    at = end;
  }
  return periods;
}

/** By name, or by its distance from UTC without one. */
export function localZone(now: number): string {
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions() satisfies { timeZone?: string };
  try {
    wallTime(now, zone);
    // A zone such as `UTC+3` has no name here: the format would be the machine's.
    if (typeof zone === 'string') return zone;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return offsetText(-new Date(now).getTimezoneOffset());
}

/** `2026-11-20`, `14:05`, `+01:00`. */
export function wallClock(
  at: number,
  zone: string,
): { readonly date: string; readonly time: string; readonly offset: string } {
  const second = Math.floor(at / 1000) * 1000;
  const wall = wallTime(second, zone);
  const [date = '', time = ''] = new Date(wall).toISOString().split('T');
  return { date, time: time.slice(0, 5), offset: offsetText(Math.round((wall - second) / 60_000)) };
}

function offsetText(minutes: number): string {
  const pad = (part: number): string => String(part).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/** `14:00`, `Fri 11-20`. */
export function slotName({ from }: Interval, unit: Unit, zone: string): string {
  const part = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone }).format(from);
  if (unit === 'hour') return part({ hour: '2-digit', minute: '2-digit' });
  return `${part({ weekday: 'short' })} ${part({ month: '2-digit' })}-${part({ day: '2-digit' })}`;
}

/** `Fri 11-20 14:02`. */
export function momentName(at: number, zone: string): string {
  const time = { from: at, to: at };
  return `${slotName(time, 'day', zone)} ${slotName(time, 'hour', zone)}`;
}
