import { expect, test } from 'vitest';
import { counted } from '../../src/lib/words.ts';

test.each([
  [0, '0 profiles'],
  [1, '1 profile'],
  [2, '2 profiles'],
])('%i is written as %s', (count, text) => {
  expect(counted(count, 'profile')).toBe(text);
});
