import { type Cell, type Color, textOf } from './cells.ts';

/** `left` and `right` are columns of the sides, `top` and `bottom` rows. */
export type Pane = {
  readonly title: string;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  /** Between the sides. */
  readonly rows: readonly (readonly Cell[])[];
};

const corners = { topLeft: '╭┌┏╔+', topRight: '╮┐┓╗+', bottomLeft: '╰└┗╚+', bottomRight: '╯┘┛╝+' };
const sides = '│┃║|┆┊';

type Grid = readonly ReadonlyMap<number, Cell>[];

function at(grid: Grid, row: number, column: number): string {
  return grid[row]?.get(column)?.text ?? '';
}

function is(grid: Grid, row: number, column: number, glyphs: string): boolean {
  const sign = at(grid, row, column);
  return sign !== '' && glyphs.includes(sign);
}

function between(row: readonly Cell[], left: number, right: number): readonly Cell[] {
  return row.filter((cell) => cell.column > left && cell.column < right);
}

/** The closing corner, past boxes drawn over the border. */
function rightEnd(grid: Grid, top: number, left: number, columns: number): number | null {
  const ascii = at(grid, top, left) === '+';
  let nested = 0;
  for (let column = left + 1; column < columns; column++) {
    const sign = at(grid, top, column);
    if (sign === '') continue;
    if (ascii) {
      // ASCII titles may have a plus; a corner has a side under it.
      if (sign === '+' && is(grid, top + 1, column, `${sides}+`)) return column;
    } else if (corners.topLeft.includes(sign) && sign !== '+') nested++;
    else if (corners.topRight.includes(sign) && sign !== '+' && nested-- === 0) return column;
  }
  return null;
}

/** Either corner is enough, as a box may cover the other. */
function bottomOf(grid: Grid, top: number, left: number, right: number): number | null {
  for (let row = top + 1; row < grid.length; row++) {
    if (is(grid, row, left, corners.bottomLeft) || is(grid, row, right, corners.bottomRight)) return row;
  }
  return null;
}

/** Titled or not, top to bottom, left to right. */
export function panesOn(rows: readonly (readonly Cell[])[], columns: number): readonly Pane[] {
  const grid: Grid = rows.map((row) => new Map(row.map((cell) => [cell.column, cell])));
  const panes: Pane[] = [];
  for (const [top, row] of rows.entries()) {
    for (const { column: left, text } of row) {
      if (!corners.topLeft.includes(text) || (text === '+' && !is(grid, top + 1, left, sides))) continue;
      const right = rightEnd(grid, top, left, columns);
      const bottom = right === null ? null : bottomOf(grid, top, left, right);
      if (right === null || bottom === null) continue;
      const title = textOf(between(row, left, right)).replace(/^[─━═\- ]+|[─━═\- ]+$/g, '');
      panes.push({
        title,
        top,
        bottom,
        left,
        right,
        rows: rows.slice(top + 1, bottom).map((line) => between(line, left, right)),
      });
    }
  }
  return panes;
}

/** A title that begins with the words (after its key) wins. */
export function paneNamed(panes: readonly Pane[], words: string): Pane | null {
  const begins = panes.find((pane) => pane.title.replace(/^\d /, '').startsWith(words) || pane.title.startsWith(words));
  return begins ?? panes.find((pane) => pane.title.includes(words)) ?? null;
}

/** The most common one; an inverted cell counts as one. */
function backgroundOf(row: readonly Cell[]): Color | 'inverse' {
  return commonest(row.map(({ style }) => (style.inverse ? 'inverse' : style.bg))) ?? 'default';
}

function commonest<T>(values: readonly T[]): T | null {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** Rows with a highlighted background; without colours, rows with the cursor glyph. */
export function cursorRowsOf(pane: Pane): readonly number[] {
  const backgrounds = pane.rows.map(backgroundOf);
  const usual = backgrounds.includes('default') ? 'default' : commonest(backgrounds);
  const coloured = backgrounds.flatMap((background, place) => (background === usual ? [] : [place]));
  if (coloured.length > 0) return coloured;
  return pane.rows.flatMap((row, place) => (/^\s*[▌>]/.test(textOf(row)) ? [place] : []));
}
