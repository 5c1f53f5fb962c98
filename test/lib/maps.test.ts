import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedKeys, deltaBetween, deltaWith, diffMaps, editedMap, VersionedMap } from '../../src/lib/maps.ts';

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

const key = fc.constantFrom(...'abcdefghij');
const edit = fc.tuple(key, fc.option(fc.nat(3), { nil: undefined }));
const edits = fc.array(edit, { maxLength: 30 });

test('each version has what a map with the same edits has, earlier ones stay as they were, and the keys between two are those that differ', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.nat(3))), fc.array(edits, { maxLength: 12 }), (first, steps) => {
      const plain = new Map(first);
      const versions = [{ version: VersionedMap.of(new Map(plain)), has: new Map(plain) }];
      for (const step of steps) {
        for (const [name, value] of step) {
          if (value === undefined) plain.delete(name);
          else plain.set(name, value);
        }
        const version = (versions.at(-1)?.version ?? VersionedMap.of(new Map<string, number>())).with(step);
        versions.push({ version, has: new Map(plain) });
      }
      for (const { version, has } of versions) {
        expect(new Map(version)).toEqual(has);
        expect(version.size).toBe(has.size);
        const passed: [string, number][] = [];
        version.forEach((value, name) => void passed.push([name, value]));
        for (const all of [[...version], passed]) expect(all).toEqual([...has]);
        expect([[...version.keys()], [...version.values()]]).toEqual([[...has.keys()], [...has.values()]]);
        for (const name of 'abcdefghij')
          expect([version.has(name), version.get(name)]).toEqual([has.has(name), has.get(name)]);
      }
      for (const [n, { version, has }] of versions.entries()) {
        const before = versions[n - 1] ?? { version, has };
        const differ = [...'abcdefghij'].filter((name) => before.has.get(name) !== has.get(name));
        expect(
          changedKeys(before.version, version)
            .filter((name) => differ.includes(name))
            .toSorted(),
        ).toEqual(differ);
        expect(
          changedKeys(version, before.version)
            .filter((name) => differ.includes(name))
            .toSorted(),
        ).toEqual(differ);
      }
    }),
  );
});

test('a version with many edits is made whole again, and still knows what it changed', () => {
  const whole = VersionedMap.of(new Map(Array.from({ length: 100 }, (_, n) => [`${n}`, n] as const)));
  let version = whole;
  for (let n = 0; n < 200; n++) {
    const next: VersionedMap<number> = version.with([[`${n}`, n + 1]]);
    expect(changedKeys(version, next)).toEqual([`${n}`]);
    version = next;
  }
  expect(version.size).toBe(200);
  expect(whole.get('5')).toBe(5);
});
