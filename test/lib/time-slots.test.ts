import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LONGEST_SPAN_MS, type Step, slotsOf, spanHolding } from '../../src/lib/time-slots.ts';

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
