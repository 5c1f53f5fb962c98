import { expect, test } from 'vitest';
import { bandChart, type Chart, type LineCell, rangeOf } from '../../../src/features/money/chart/picture.ts';

const line = (cell: LineCell, ...values: readonly (number | null)[]): Chart['lines'][number] =>
  values.map((value) => (value === null ? null : { value, cell }));
const SIGNS = {
  blank: ' ',
  price: '#',
  said: '_',
  holds: '=',
  waits: '~',
  rests: ':',
  filled: 'o',
  lost: 'x',
  cursor: '|',
  'filled-here': 'O',
  'lost-here': 'X',
};
const NONE: Chart = { most: [], said: [], lines: [], marks: [], cursor: null };
const drawn = (chart: Partial<Chart>, range = { from: 0, to: 4 }): readonly string[] =>
  bandChart({ ...NONE, ...chart }, range, 5).map((row) => row.map((cell) => SIGNS[cell]).join(''));

test('below what a price was at most all is full, and a gap is blank', () => {
  expect(drawn({ most: [2, 1, 4, null] })).toEqual(['  # ', '  # ', '# # ', '### ', '### ']);
});

test('the limit price is a line over the price, also where nothing is known of it', () => {
  expect(drawn({ most: [3, null], said: [], lines: [line('holds', 2, 4)] })).toEqual([' =', '# ', '= ', '# ', '# ']);
});

test('of lines at one price that of a filled bid is seen, and one beyond the scale is not drawn', () => {
  const lines = [line('holds', 2, null), line('waits', 2, 2), line('rests', 2, 9)];
  expect(drawn({ most: [null, null], lines })).toEqual(['  ', '  ', '=~', '  ', '  ']);
});

test('a loss is over a fill and both over lines; the mark under the cursor stands out, and its column is behind them', () => {
  const most = [3, 3];
  const marks = [
    { column: 0, value: 2, cell: 'lost' },
    { column: 0, value: 2, cell: 'filled' },
    { column: 1, value: 9, cell: 'filled' },
  ] as const;
  expect(drawn({ most, lines: [line('holds', 2, 2)], marks })).toEqual([' o', '##', 'x=', '##', '##']);
  expect(drawn({ most, lines: [line('holds', 2, 2)], marks, cursor: marks[0] })).toEqual([
    '|o',
    '|#',
    'X=',
    '|#',
    '|#',
  ]);
});

test('the scale holds all values, and a small change does not fill it', () => {
  expect(rangeOf([2, 4, 8])).toEqual({ from: 2, to: 8 });
  expect(rangeOf([100, 100])).toEqual({ from: 97.5, to: 102.5 });
  expect(rangeOf([])).toBeNull();
});
