import { expect, test } from 'vitest';
import { type BandColumn, bandChart, rangeOf } from '../../../src/features/money/band-chart.ts';

const column = (low: number | null, high: number | null, line: number | null = null): BandColumn => ({
  low,
  high,
  line,
});
const SIGNS = { blank: ' ', within: '#', open: '.', line: '-' };
const drawn = (columns: readonly BandColumn[], range = { from: 0, to: 4 }): readonly string[] =>
  bandChart(columns, range, 5).map((row) => row.map((cell) => SIGNS[cell]).join(''));

test('a price between two bounds is a full range, one with a single bound is open on its known side, a gap is blank', () => {
  expect(drawn([column(1, 2), column(null, 1), column(3, null), column(null, null)])).toEqual([
    '  . ',
    '  . ',
    '#   ',
    '#.  ',
    ' .  ',
  ]);
});

test('the limit price is a line over the range, also where nothing is known of the price', () => {
  expect(drawn([column(1, 3, 2), column(null, null, 4)])).toEqual([' -', '# ', '- ', '# ', '  ']);
});

test('the scale holds all values, and a small change does not fill it', () => {
  expect(rangeOf([column(2, 4, 8)])).toEqual({ from: 2, to: 8 });
  expect(rangeOf([column(100, 100)])).toEqual({ from: 97.5, to: 102.5 });
  expect(rangeOf([column(null, null)])).toBeNull();
});
