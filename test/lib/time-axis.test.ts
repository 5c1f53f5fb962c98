import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ticksOf } from '../../src/lib/time-axis.ts';

const MINUTE = 60_000;
const at = (hours: number, minutes = 0): number => new Date(2026, 10, 20, hours, minutes).getTime();

test('ticks are at round times, with a label where there is room for it', () => {
  expect(ticksOf(at(11, 51), at(12, 1), 60, 4)).toEqual([
    { column: 6, label: '11:52' },
    { column: 18, label: '11:54' },
    { column: 30, label: '11:56' },
    { column: 42, label: '11:58' },
    { column: 54, label: '12:00' },
  ]);
  expect(
    ticksOf(at(11), at(11, 2), 120, 4)
      .map(({ label }) => label)
      .slice(0, 3),
  ).toEqual(['11:00:00', '11:00:15', '11:00:30']);
});

test('midnight has its date, and so has every tick of an axis of days', () => {
  expect(ticksOf(at(-6), at(6), 40, 4).map(({ label }) => label)).toEqual(['18:00', '21:00', '11-20', '03:00']);
  expect(ticksOf(at(-7 * 24), at(0), 80, 4).map(({ label }) => label)[1]).toBe('11-14');
});

test('on any axis the ticks have room for their labels, in order, on the axis', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2 * MINUTE, max: 90 * 24 * 60 * MINUTE }),
      fc.integer({ min: 10, max: 200 }),
      fc.integer({ min: 0, max: 400 * 24 * 60 * MINUTE }),
      (spanMs, columns, after) => {
        const from = at(0) + after;
        const ticks = ticksOf(from, from + spanMs, columns, 4);
        ticks.forEach(({ column, label }, n) => {
          const next = ticks[n + 1];
          expect(column).toBeGreaterThanOrEqual(0);
          expect(column).toBeLessThan(columns);
          // The clock changes by an hour twice a year.
          if (next !== undefined) expect(next.column).toBeGreaterThan(column + Math.floor(label.length / 2));
        });
      },
    ),
  );
});
