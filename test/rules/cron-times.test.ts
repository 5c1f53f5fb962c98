import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/lib/duration.ts';
import { wallClock } from '../../src/money/periods.ts';
import { lastTime, nextTime } from '../../src/rules/cron-times.ts';

const WINDOW_MS = 72 * HOUR_MS;

type Minute = { readonly at: number; readonly date: string; readonly time: string };

/** Returns what a wall clock shows in each minute of the window. */
const minutesIn = (zone: string, from: number): readonly Minute[] =>
  Array.from({ length: WINDOW_MS / MINUTE_MS + 1 }, (_, n) => {
    const at = from + n * MINUTE_MS;
    const { date, time } = wallClock(at, zone);
    return { at, date, time };
  });

/** Returns the first minute of each day on which the clock shows a time or a later one: what an operator expects of `30 2 * * *`. */
function expectedTimes(minutes: readonly Minute[], time: string): readonly number[] {
  const days = new Map<string, number>();
  for (const minute of minutes) if (minute.time >= time && !days.has(minute.date)) days.set(minute.date, minute.at);
  // The first day began before the window: its time may have been earlier.
  return [...days.values()].slice(minutes[0]?.at === days.values().next().value ? 1 : 0);
}

test.each([
  ['Europe/Berlin', 'the clock is put forward', '2026-03-28T00:00:00Z'],
  ['Europe/Berlin', 'the clock is put back', '2026-10-24T00:00:00Z'],
  ['America/New_York', 'the clock is put forward', '2026-03-07T06:00:00Z'],
  ['America/New_York', 'the clock is put back', '2026-10-31T06:00:00Z'],
  ['Asia/Kolkata', 'nothing changes', '2026-03-28T00:00:00Z'],
])('in %s, where %s, a daily time comes once a day, and the last one is found from anywhere', (zone, _, start) => {
  const from = Date.parse(start);
  const minutes = minutesIn(zone, from);
  const minute = fc.integer({ min: 0, max: WINDOW_MS / MINUTE_MS });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8 }), fc.constantFrom(0, 30, 59), minute, minute, (hour, past, a, b) => {
      const pad = (part: number): string => String(part).padStart(2, '0');
      const times = expectedTimes(minutes, `${pad(hour)}:${pad(past)}`);
      const [first, last] = [from + Math.min(a, b) * MINUTE_MS, from + Math.max(a, b) * MINUTE_MS];
      const cron = `${past} ${hour} * * *`;
      expect(lastTime(cron, zone, first, last)).toBe(times.findLast((at) => at > first && at <= last) ?? null);
      const next = times.find((at) => at > first);
      if (next !== undefined) expect(nextTime(cron, zone, first)).toBe(next);
    }),
    { numRuns: 60 },
  );
});
