import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mapChanges } from '../../src/lib/map-changes.ts';

const entries = fc.uniqueArray(fc.tuple(fc.constantFrom(...'abcdefgh'), fc.nat(2)), { selector: ([key]) => key });

test('what changed between two maps is told as if each key were looked up', () => {
  fc.assert(
    fc.property(entries, entries, (first, second) => {
      const [before, after] = [new Map(first), new Map(second)];
      const { changed, gone, inOrder } = mapChanges(before, after);
      expect(changed).toEqual([...after.keys()].filter((key) => before.get(key) !== after.get(key)));
      expect(gone).toEqual([...before.keys()].filter((key) => !after.has(key)));
      if (gone.length === 0 && after.size === before.size)
        expect(inOrder).toBe([...after.keys()].join() === [...before.keys()].join());
    }),
  );
});

test('asked again about the same two maps it has the answer already', () => {
  const [before, after] = [new Map([['a', 1]]), new Map([['a', 2]])];
  const first = mapChanges(before, after);
  mapChanges(after, before);
  expect(mapChanges(before, after)).toBe(first);
});
