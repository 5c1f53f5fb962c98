import fc from 'fast-check';
import { expect, test } from 'vitest';
import { age, ageInSteps, clockTime, DAY_MS, moment, playTime, shortDuration } from '../../src/lib/duration.ts';

const HOUR = DAY_MS / 24;

test.each([
  [-5000, '0s'],
  [0, '0s'],
  [999, '0s'],
  [45_000, '45s'],
  [59_999, '59s'],
  [60_000, '1m'],
  [59 * 60_000 + 59_999, '59m'],
  [HOUR, '1h'],
  [47 * HOUR, '47h'],
  [48 * HOUR - 1, '47h'],
  [48 * HOUR, '2d'],
  [400 * DAY_MS, '400d'],
])('%i ms is %s', (ms, text) => {
  expect(shortDuration(ms)).toBe(text);
});

test('any duration of a lifetime fits into six columns and is never shown longer than it is', () => {
  const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: HOUR, d: DAY_MS };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 90 * 365 * DAY_MS }), (ms) => {
      const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(shortDuration(ms)) ?? [];
      const length = Number(count) * (units[unit] ?? Number.NaN);
      expect(length).toBeLessThanOrEqual(ms);
      expect(length + (units[unit] ?? 0)).toBeGreaterThan(ms);
      expect(shortDuration(ms).length).toBeLessThanOrEqual(6);
    }),
  );
});

test.each([
  [0, '2s'],
  [2000, '2s'],
  [2001, '4s'],
  [10_000, '10s'],
  [10_001, '20s'],
  [50_000, '50s'],
  [50_001, '1m'],
  [60_000, '1m'],
  [3 * 60_000, '3m'],
])('rows that were read %i ms ago are at most %s old', (ms, text) => {
  expect(ageInSteps(ms)).toBe(text);
});

test('rows are never said to be younger than they are below a minute, nor older by more than ten seconds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60_000 }), (ms) => {
      const text = ageInSteps(ms);
      const said = text === '1m' ? 60_000 : Number.parseInt(text, 10) * 1000;
      expect(said).toBeGreaterThanOrEqual(ms);
      expect(said - ms).toBeLessThan(10_001);
    }),
  );
});

test('an unknown age is a dash, a time in the future is new', () => {
  expect(age(null, 0)).toBe('–');
  expect(age(10_000, 0)).toBe('0s');
  expect(age(0, 10_000)).toBe('10s');
});

test('a time is shown in UTC, a time of day in the zone of the machine', () => {
  const at = Date.UTC(2026, 10, 20, 22, 24, 31, 999);
  expect(moment(at)).toBe('2026-11-20 22:24:31 UTC');
  expect(clockTime(new Date(2026, 10, 20, 7, 5, 9).getTime())).toBe('07:05:09');
});

test.each([
  [0, '0:00'],
  [7999, '0:07'],
  [12 * 60_000 + 4000, '12:04'],
  [HOUR - 1, '59:59'],
  [HOUR + 2 * 60_000 + 3000, '1:02:03'],
  [30 * HOUR, '30:00:00'],
])('%i ms of a recording are %s', (ms, text) => {
  expect(playTime(ms)).toBe(text);
});
