import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filmOf, shotsOf } from './film.ts';
import { palettes } from './palette.ts';

const row = fc.constantFrom('a', 'b', 'c');
const frames = fc
  .array(fc.tuple(row, row, row), { minLength: 1, maxLength: 12 })
  .map((all) => all.map((rows, n) => ({ at: n * 0.5, rows })));

test('at every moment of a film just the rows that the screen showed then are to be seen', () => {
  fc.assert(
    fc.property(frames, (all) => {
      const seconds = all.length * 0.5;
      const shots = shotsOf(all, seconds);
      for (const { at, rows } of all) {
        const seen = shots.filter(({ from, to }) => from <= at && at < to).toSorted((a, b) => a.row - b.row);
        expect(seen.map(({ drawn }) => drawn)).toEqual(rows);
      }
    }),
  );
});

test('a row that stays is drawn once, and one that changes is shown in its time', () => {
  const svg = filmOf(
    [
      { at: 0, rows: ['<path d="stays"/>', '<path d="first"/>'] },
      { at: 1, rows: ['<path d="stays"/>', '<path d="second"/>'] },
    ],
    2,
    { columns: 10, rows: 2 },
    palettes.dark,
  );
  expect(svg.match(/stays/g)).toHaveLength(1);
  expect(svg).toContain('@keyframes s0{0%{visibility:visible}50.000%{visibility:hidden}}');
  expect(svg).toContain('@keyframes s1{0%{visibility:hidden}50.000%{visibility:visible}}');
});
