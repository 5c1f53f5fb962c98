import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atOnce, nextSlice, type Work } from '../../src/lib/work.ts';

function* added(numbers: readonly number[]): Work<number> {
  let sum = 0;
  for (const one of numbers) {
    sum += one;
    yield one;
  }
  return sum;
}

test('work in slices has the result of the work at once, and no slice is longer than asked by more than its last part', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 })), fc.integer({ min: 1, max: 30 }), (numbers, most) => {
      const work = added(numbers);
      for (;;) {
        const slice = nextSlice(work, most);
        if (slice.kind === 'done') {
          expect(slice.result).toBe(atOnce(added(numbers)));
          return;
        }
        expect(slice.units).toBeGreaterThanOrEqual(most);
        expect(slice.units).toBeLessThan(most + 9);
      }
    }),
  );
});

test('a slice that is late ends after the part that it does, and every slice does one', () => {
  const work = added([1, 1, 1]);
  expect(nextSlice(work, 100, () => true)).toEqual({ kind: 'more', units: 1 });
  expect(nextSlice(work, 100, () => false)).toEqual({ kind: 'done', result: 3 });
});
