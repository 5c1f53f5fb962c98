import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedKeys, VersionedMap } from '../../src/lib/versioned-map.ts';

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
