import { expect, test } from 'vitest';
import { bytesOf } from '../../src/lib/values.ts';

test('what a value takes grows with its texts, members and lists, at any depth', () => {
  expect(bytesOf('x'.repeat(1000))).toBe(2016);
  expect(bytesOf({ name: 'x'.repeat(1000), at: 7, none: null })).toBe(2016 + 16 + 3 * 8 + 2 * 8);
  expect(bytesOf([{ of: ['x'.repeat(1000)] }])).toBeGreaterThan(2016);
  expect(bytesOf({ micros: 10n ** 6n })).toBe(16 + 8 + 8);
});
