import { expect, test } from 'vitest';
import { mostInAMinute } from './timing.ts';

test('the most requests of a minute are counted wherever that minute begins', () => {
  expect(mostInAMinute([])).toBe(0);
  expect(mostInAMinute([0, 30_000, 59_999, 60_000, 89_000])).toBe(4);
  expect(mostInAMinute([-40_000, -10_000, 10_000, 80_000])).toBe(3);
});

test('a request a whole minute after another is in the next minute', () => {
  expect(mostInAMinute([0, 60_000])).toBe(1);
  expect(mostInAMinute([0, 59_999])).toBe(2);
});
