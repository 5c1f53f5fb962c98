import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Block, type HeatLayout, placedIn } from '../../../../src/features/machines/picture/layout.ts';

const block = (full: number, ...machines: readonly number[]): Block => ({
  label: { full, brief: Math.ceil(full / 3) },
  machines,
});

/** A drawing of a layout: a letter for each column of a label, the group's number for each of a cell. */
function drawing({ labels, cells, lines, density }: HeatLayout, width: number): readonly string[] {
  const grid = Array.from({ length: lines }, () => Array.from({ length: width }, () => ' '));
  const put = (line: number, column: number, text: string): void => {
    const row = grid[line];
    expect(row?.[column], `line ${line}, column ${column}`).toBe(' ');
    if (row !== undefined) row[column] = text;
  };
  for (const { group, line, column } of labels) put(line, column, 'abcdefghij'[group] ?? 'z');
  for (const { group, line, column } of cells)
    for (let n = 0; n < density.size; n += 1) put(line, column + n, String(group));
  return grid.map((row) => row.join('').trimEnd());
}

describe('groups with their cells', () => {
  test('stand beside each other where they fit, each GPU apart, a wider gap between machines', () => {
    const layout = placedIn([block(20, 2, 2), block(10, 3)], 60, 20);
    expect(drawing(layout, 60)).toEqual([
      'a                              b',
      '00 00  00 00                   11 11 11',
    ]);
  });

  test('have lines of about the same length when they need several', () => {
    expect(drawing(placedIn([block(10, 2, 2, 2, 2)], 20, 20), 20)).toEqual(['a', '00 00  00 00', '00 00  00 00']);
  });

  test('stand closer when there are too few lines, and on the fewest lines when they do not fit at all', () => {
    const blocks = [block(30, 4, 4, 4), block(30, 4)];
    expect(drawing(placedIn(blocks, 30, 4), 30)).toEqual(['a', '00000000 00000000 00000000', 'b', '11111111']);
    expect(drawing(placedIn([block(90, 4, 4, 4, 4), block(90, 4)], 30, 4), 30)).toEqual([
      'a',
      '0000 0000 0000 0000',
      'b',
      '1111',
    ]);
  });

  test('stand beside each other on several lines each, rather than below each other and out of sight', () => {
    const blocks = [block(90, 8, 8, 8, 8, 8), block(90, 8, 8, 8, 8, 8)];
    expect(drawing(placedIn(blocks, 80, 3), 80)).toEqual([
      'a                                        b',
      '00000000 00000000 00000000               11111111 11111111 11111111',
      '00000000 00000000                        11111111 11111111',
    ]);
  });

  test('break a machine only when a whole line is too short for it', () => {
    expect(drawing(placedIn([block(4, 6)], 4, 1), 4)).toEqual(['a', '0000', '00']);
  });
});

test('every cell is placed once and on its own, none beyond the width, in the order of the groups', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          label: fc.integer({ min: 1, max: 90 }),
          machines: fc.array(fc.integer({ min: 1, max: 16 }), { minLength: 1, maxLength: 30 }),
        }),
        { minLength: 1, maxLength: 30 },
      ),
      fc.integer({ min: 20, max: 200 }),
      fc.integer({ min: 1, max: 60 }),
      (groups, width, lines) => {
        const layout = placedIn(
          groups.map(({ label, machines }) => block(label, ...machines)),
          width,
          lines,
        );
        drawing(layout, width);
        expect(layout.cells.map(({ at }) => at)).toEqual(layout.cells.map((_, n) => n));
        expect(layout.cells.map(({ group }) => group)).toEqual(
          groups.flatMap(({ machines }, group) =>
            machines.flatMap((count) => Array.from({ length: count }, () => group)),
          ),
        );
        for (const { column, width: own } of layout.labels) expect(column + own).toBeLessThanOrEqual(width);
        for (const { line } of [...layout.cells, ...layout.labels]) expect(line).toBeLessThan(layout.lines);
      },
    ),
  );
});
