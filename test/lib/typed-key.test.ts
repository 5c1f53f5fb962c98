import { expect, test } from 'vitest';
import { NO_VALUES, own, typedKey } from '../../src/lib/typed-key.ts';

test('what is put under a key is read back by it alone, and what was made before stays as it was', () => {
  const limit = typedKey<number>(4);
  const names = typedKey<readonly string[]>([]);
  const first = limit.put(NO_VALUES, 5);
  const second = limit.put(names.put(first, ['a']), 6);
  expect([limit.in(NO_VALUES), limit.in(first), limit.in(second)]).toEqual([4, 5, 6]);
  expect([names.in(first), names.in(second)]).toEqual([[], ['a']]);
  expect(own({ own: second }, limit)).toBe(6);
  expect(typedKey<number>(4).in(second)).toBe(4);
});

test('nothing put under a key is a value, too, and no fallback', () => {
  const project = typedKey<string | null>('usual');
  expect(project.in(project.put(NO_VALUES, null))).toBe(null);
});
