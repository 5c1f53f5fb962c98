import { DAY_MS, HOUR_MS } from './duration.ts';
import type { Interval } from './intervals.ts';
import { momentOf, wallTime } from './wall-time.ts';

/** What a time is divided into. */
export type Unit = 'hour' | 'day';

const midnight = (wall: number): number => Math.floor(wall / DAY_MS) * DAY_MS;

/** The day of a moment in a time zone, from midnight to midnight: 23 or 25 hours when the clock changes. */
export function dayAt(at: number, zone: string): Interval {
  const start = midnight(wallTime(at, zone));
  return { from: momentOf(start, zone), to: momentOf(start + DAY_MS, zone) };
}

/** The calendar month of a moment in a time zone. */
export function monthAt(at: number, zone: string): Interval {
  const date = new Date(wallTime(at, zone));
  const first = (months: number): number => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  return { from: momentOf(first(0), zone), to: momentOf(first(1), zone) };
}

/** The hours or days that a time touches, oldest first, cut to the time. */
export function periodsIn({ from, to }: Interval, unit: Unit, zone: string): readonly Interval[] {
  const periods: Interval[] = [];
  for (let at = from; at < to; ) {
    // Hours end where the wall clock's minutes are zero; zones differ by quarters of an hour.
    const end =
      unit === 'day'
        ? dayAt(at, zone).to
        : at + HOUR_MS - (wallTime(Math.floor(at / 1000) * 1000, zone) % HOUR_MS) - (at % 1000);
    periods.push({ from: at, to: Math.min(end, to) });
    at = end;
  }
  return periods;
}

/** The operator's time zone: its name, or its present distance from UTC when it has none that is known. */
export function localZone(now: number): string {
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions() satisfies { timeZone?: string };
  try {
    wallTime(now, zone);
    // A zone such as `UTC+3` has no name, and without one the format is that of the machine.
    if (typeof zone === 'string') return zone;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return offsetText(-new Date(now).getTimezoneOffset());
}

/** What a wall clock shows, and its distance from UTC: `2026-11-20`, `14:05`, `+01:00`. */
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

/** The name of an hour or a day: `14:00`, `Fri 11-20`. */
export function slotName({ from }: Interval, unit: Unit, zone: string): string {
  const part = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone }).format(from);
  if (unit === 'hour') return part({ hour: '2-digit', minute: '2-digit' });
  return `${part({ weekday: 'short' })} ${part({ month: '2-digit' })}-${part({ day: '2-digit' })}`;
}

/** The day and the time of a moment: `Fri 11-20 14:02`. */
export function momentName(at: number, zone: string): string {
  const time = { from: at, to: at };
  return `${slotName(time, 'day', zone)} ${slotName(time, 'hour', zone)}`;
}
