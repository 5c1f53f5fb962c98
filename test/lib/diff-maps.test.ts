import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deltaBetween, deltaWith, diffMaps } from '../../src/lib/diff-maps.ts';
import { editedMap } from '../../src/lib/versioned-map.ts';

const entries = fc.uniqueArray(fc.tuple(fc.constantFrom(...'abcdefgh'), fc.nat(2)), { selector: ([key]) => key });

test('the delta of two maps is the same as with a lookup of each key', () => {
  fc.assert(
    fc.property(entries, entries, (first, second) => {
      const [before, after] = [new Map(first), new Map(second)];
      const { changed, gone, inOrder } = diffMaps(before, after);
      expect(changed).toEqual([...after.keys()].filter((key) => before.get(key) !== after.get(key)));
      expect(gone).toEqual([...before.keys()].filter((key) => !after.has(key)));
      if (gone.length === 0 && after.size === before.size)
        expect(inOrder).toBe([...after.keys()].join() === [...before.keys()].join());
    }),
  );
});

test('the delta to a map with edits is that of a comparison, also with edits before', () => {
  const edits = fc.array(fc.tuple(fc.constantFrom(...'abcdefgh'), fc.option(fc.nat(2), { nil: undefined })));
  fc.assert(
    fc.property(entries, entries, edits, edits, (first, second, early, late) => {
      const [before, fetched] = [editedMap(new Map(first), early), new Map(second)];
      const after = editedMap(fetched, late);
      const known = diffMaps(before, fetched);
      const found = deltaWith(
        known,
        after,
        late.map(([key]) => key),
      );
      const { changed, gone } = diffMaps(new Map(before), new Map(after));
      expect([new Set(found.changed), new Set(found.gone)]).toEqual([new Set(changed), new Set(gone)]);
      expect(found.changed).toHaveLength(changed.length);
    }),
  );
});

test('a reader with the map before gets the known delta; one that missed a step gets a new comparison', () => {
  const [first, second, third] = [new Map([['a', 1]]), new Map([['a', 2]]), new Map([['b', 2]])];
  const delta = diffMaps(second, third);
  expect(deltaBetween(second, third, delta)).toBe(delta);
  expect(deltaBetween(first, third, delta)).toMatchObject({ changed: ['b'], gone: ['a'] });
  expect(deltaBetween(first, second, delta)).toMatchObject({ changed: ['a'], gone: [] });
  expect(deltaBetween(third, third, delta)).toMatchObject({ changed: [], gone: [], inOrder: true });
});
