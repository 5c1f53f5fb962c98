import { expect, test } from 'vitest';
import { brailleBars } from '../../src/lib/bars.ts';

test('columns of dots grow from below, two in each cell, and nothing is a blank', () => {
  expect(brailleBars([0, 0, 1, 0, 0, 1, 2, 3, 4, 4])).toBe(' ⡀⢀⣴⣿');
  expect(brailleBars([4])).toBe('⡇');
});
