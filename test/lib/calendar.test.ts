import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayAt, monthAt, periodsIn } from '../../src/lib/calendar.ts';
import { DAY_MS, HOUR_MS } from '../../src/lib/duration.ts';

const time = (text: string): number => Date.parse(text);
const written = ({ from, to }: { readonly from: number; readonly to: number }) => [
  new Date(from).toISOString(),
  (to - from) / HOUR_MS,
];

test.each([
  ['when the clock is put back, 25 hours', 'Europe/Berlin', '2026-10-25T12:00Z', '2026-10-24T22:00:00.000Z', 25],
  ['when the clock is put forward, 23 hours', 'Europe/Berlin', '2026-03-29T12:00Z', '2026-03-28T23:00:00.000Z', 23],
  [
    'when midnight itself is left out, from one o’clock',
    'Africa/Cairo',
    '2026-04-24T12:00Z',
    '2026-04-23T22:00:00.000Z',
    23,
  ],
  ['in a zone of quarters of an hour', 'Asia/Kathmandu', '2026-03-29T12:00Z', '2026-03-28T18:15:00.000Z', 24],
])('a day of the operator is from midnight to midnight: %s', (_, zone, at, from, hours) => {
  expect(written(dayAt(time(at), zone))).toEqual([from, hours]);
});

test('a month of the operator is one of the calendar, with the hour that the clock leaves out', () => {
  expect(written(monthAt(time('2026-03-15T12:00Z'), 'Europe/Berlin'))).toEqual(['2026-02-28T23:00:00.000Z', 743]);
  expect(written(monthAt(time('2026-12-31T23:30Z'), 'Europe/Berlin'))).toEqual(['2026-12-31T23:00:00.000Z', 744]);
});

test('hours begin where the clock on the wall shows a whole hour', () => {
  const hours = periodsIn({ from: time('2026-03-28T12:20Z'), to: time('2026-03-28T14:10Z') }, 'hour', 'Asia/Kathmandu');
  expect(hours.map(written)).toEqual([
    ['2026-03-28T12:20:00.000Z', 55 / 60],
    ['2026-03-28T13:15:00.000Z', 55 / 60],
  ]);
});

test('whatever the zone and the time, its periods follow each other, are all of it, and end at midnights or whole hours', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/Havana', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia'];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom('hour' as const, 'day' as const),
      fc.integer({ min: time('2010-01-01'), max: time('2030-01-01') }),
      fc.integer({ min: 1, max: 5 * DAY_MS }),
      (zone, unit, from, length) => {
        const periods = periodsIn({ from, to: from + length }, unit, zone);
        expect(periods[0]?.from).toBe(from);
        expect(periods.at(-1)?.to).toBe(from + length);
        periods.forEach((period, n) => {
          expect(period.to).toBeGreaterThan(period.from);
          if (n > 0) expect(period.from).toBe(periods[n - 1]?.to);
          if (n > 0 && unit === 'day') expect(dayAt(period.from, zone).from).toBe(period.from);
        });
      },
    ),
    { numRuns: 200 },
  );
});
