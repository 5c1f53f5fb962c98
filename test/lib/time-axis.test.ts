import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ticksOf } from '../../src/lib/time-axis.ts';
import { LONGEST_SPAN_MS, type Step, slotsOf, spanHolding } from '../../src/lib/time-slots.ts';

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

const window = { until: 100, spanMs: 50, slots: 5 };
const fewest = (one: number, other: number): number => Math.min(one, other);

describe('the values of slots of time', () => {
  test('a value fills the slots until the next, and the newest slot has begun', () => {
    const steps: readonly Step[] = [
      { at: 65, value: 4 },
      { at: 80, value: 2 },
    ];
    // The slots begin at 60, 70, 80, 90 and 100.
    expect(slotsOf(steps, window, fewest)).toEqual([4, 4, 2, 2, 2]);
  });

  test('before the first value and where it is unknown a slot is empty', () => {
    const steps: readonly Step[] = [
      { at: 71, value: 4 },
      { at: 75, value: null },
      { at: 95, value: 3 },
    ];
    expect(slotsOf(steps, window, fewest)).toEqual([null, 4, null, 3, 3]);
  });

  test('of several values in a slot the preferred one is shown', () => {
    const steps: readonly Step[] = [
      { at: 0, value: 4 },
      { at: 82, value: 1 },
      { at: 84, value: 4 },
    ];
    expect(slotsOf(steps, window, fewest)).toEqual([4, 4, 1, 4, 4]);
    expect(slotsOf(steps, window, (one, other) => Math.max(one, other))).toEqual([4, 4, 4, 4, 4]);
  });

  test('values after the end of the window are not shown', () => {
    expect(slotsOf([{ at: 101, value: 4 }], window, fewest)).toEqual([null, null, null, null, null]);
  });
});

test('no slot has a value that was not seen in it, and every value seen in the window has a slot', () => {
  const steps = fc
    .array(fc.record({ after: fc.integer({ min: 1, max: 40 }), value: fc.option(fc.integer(), { nil: null }) }))
    .map((list) => {
      let at = 0;
      return list.map(({ after, value }): Step => {
        at += after;
        return { at, value };
      });
    });
  const windows = fc.record({
    until: fc.integer({ min: 0, max: 500 }),
    spanMs: fc.integer({ min: 20, max: 300 }),
    slots: fc.integer({ min: 1, max: 20 }),
  });
  fc.assert(
    fc.property(steps, windows, (list, given) => {
      const slots = slotsOf(list, given, fewest);
      expect(slots).toHaveLength(given.slots);
      const slotMs = Math.ceil(given.spanMs / given.slots);
      const begin = (Math.floor(given.until / slotMs) + 1 - given.slots) * slotMs;
      // The same, by looking at each moment.
      const valueAt = (at: number): number | null => list.findLast((step) => step.at <= at)?.value ?? null;
      const seen = slots.map((): number[] => []);
      for (let at = Math.max(0, begin); at <= given.until; at++) {
        const value = valueAt(at);
        if (value !== null)
          seen[Math.floor(at / slotMs) - Math.floor(given.until / slotMs) + given.slots - 1]?.push(value);
      }
      expect(slots).toEqual(seen.map((own) => (own.length === 0 ? null : Math.min(...own))));
    }),
  );
});

test('the span of a picture holds what is known of the last hour, and is at least half full after a minute', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3 * LONGEST_SPAN_MS }), (known) => {
      const span = spanHolding(known);
      expect(span).toBeGreaterThanOrEqual(Math.min(known, LONGEST_SPAN_MS));
      if (known >= 60_000) expect(known / span).toBeGreaterThanOrEqual(0.5);
    }),
  );
});
