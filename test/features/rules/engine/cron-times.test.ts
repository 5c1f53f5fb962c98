import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CronTime, lastTime, nextTime } from '../../../../src/features/rules/engine/cron-times.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/lib/duration.ts';

/** Random expressions, zones and days that are tried; SPOTDECK_CRON_RUNS tries more. */
const RUNS = Number(process.env['SPOTDECK_CRON_RUNS'] ?? 400);

/** Zones with changes of an hour, of half an hour, of two hours, at midnight, with none, and with a day that was left out. */
const ZONES = [
  ...['Europe/Berlin', 'Europe/London', 'Europe/Dublin', 'Europe/Lisbon', 'Europe/Kyiv', 'Europe/Chisinau'],
  ...['America/New_York', 'America/Los_Angeles', 'America/St_Johns', 'America/Havana', 'America/Santiago'],
  ...['America/Asuncion', 'America/Sao_Paulo', 'America/Nuuk', 'America/Scoresbysund', 'America/Phoenix'],
  ...['Atlantic/Azores', 'Africa/Casablanca', 'Africa/Cairo', 'Asia/Beirut', 'Asia/Gaza', 'Asia/Tehran'],
  ...['Asia/Kolkata', 'Asia/Tokyo', 'Australia/Lord_Howe', 'Australia/Adelaide', 'Pacific/Auckland'],
  ...['Pacific/Chatham', 'Pacific/Apia', 'Antarctica/Troll', 'UTC'],
] as const;
const YEARS = { from: Date.UTC(2017, 0), to: Date.UTC(2027, 0) };

function wallClockOf(zone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return (at: number): number => Date.parse(`${format.format(at).replace(' ', 'T')}Z`);
}

function changesOf(zone: string): readonly number[] {
  const wallAt = wallClockOf(zone);
  const days = Array.from({ length: (YEARS.to - YEARS.from) / DAY_MS }, (_, n) => YEARS.from + n * DAY_MS);
  const ahead = days.map((day) => wallAt(day) - day);
  return days.filter((_, n) => n + 1 < days.length && ahead[n] !== ahead[n + 1]);
}
const changes = new Map<string, readonly number[]>();
function knownChanges(zone: string): readonly number[] {
  const known = changes.get(zone) ?? changesOf(zone);
  changes.set(zone, known);
  return known;
}

/** Times of a day, or of each hour, as an expression, and whether a time on the wall clock is one of them. */
const expression = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { minLength: 1, maxLength: 3 }),
    fc.option(fc.uniqueArray(fc.oneof(fc.integer({ min: 0, max: 4 }), fc.nat(23)), { minLength: 1, maxLength: 3 })),
  )
  .map(([minutes, hours]) => ({
    text: `${minutes.join()} ${hours?.join() ?? '*'} * * *`,
    isNamed: (wall: number): boolean => {
      const date = new Date(wall);
      return minutes.includes(date.getUTCMinutes()) && hours?.includes(date.getUTCHours()) !== false;
    },
  }));

/** Walks the minutes of a time: each time on the wall clock that is named happens at the first minute that shows it or a later one. */
function walked(isNamed: (wall: number) => boolean, zone: string, from: number, to: number): readonly CronTime[] {
  const wallAt = wallClockOf(zone);
  const times: CronTime[] = [];
  let shown = wallAt(from - MINUTE_MS);
  for (let at = from - 4 * HOUR_MS; at < from; at += MINUTE_MS) shown = Math.max(shown, wallAt(at));
  for (let at = from; at <= to; at += MINUTE_MS) {
    for (const now = wallAt(at); shown < now; ) {
      shown += MINUTE_MS;
      if (isNamed(shown)) times.push({ at, wall: shown });
    }
  }
  return times;
}

const WINDOW_MS = 26 * HOUR_MS;

/** A zone and the start of a window in it, most of them around a change of the clock. */
const place = fc
  .tuple(fc.constantFrom(...ZONES), fc.nat(), fc.nat(DAY_MS / MINUTE_MS), fc.integer({ min: 0, max: 9 }))
  .map(([zone, n, minutes, kind]) => {
    const days = knownChanges(zone);
    const change = days[n % Math.max(1, days.length)];
    const day =
      change === undefined || kind === 0 ? YEARS.from + (n % ((YEARS.to - YEARS.from) / DAY_MS)) * DAY_MS : change;
    return { zone, from: day - minutes * MINUTE_MS };
  });

test('in each zone and year, whatever the expression, each of its times comes once: the first time, or right after the gap', () => {
  const minute = fc.integer({ min: 0, max: WINDOW_MS / MINUTE_MS });
  fc.assert(
    fc.property(place, expression, minute, minute, ({ zone, from }, { text, isNamed }, a, b) => {
      const times = walked(isNamed, zone, from, from + WINDOW_MS);
      const [first, last] = [from + Math.min(a, b) * MINUTE_MS, from + Math.max(a, b) * MINUTE_MS];
      expect(lastTime(text, zone, first, last)).toEqual(times.findLast(({ at }) => at > first && at <= last) ?? null);
      const next = times.find(({ at }) => at > first);
      if (next !== undefined) expect(nextTime(text, zone, first)).toEqual(next);
    }),
    { numRuns: RUNS },
  );
});
