import { type Cell, type Color, textOf } from './cells.ts';

/** Titled box on the screen; `left` and `right` are the columns of its sides, `top` and `bottom` the rows. */
export type Pane = {
  readonly title: string;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  /** Cells between the sides, a list per row. */
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

/** Finds the column of the corner that closes a top border, past boxes drawn over it. */
function rightEnd(grid: Grid, top: number, left: number, columns: number): number | null {
  const ascii = at(grid, top, left) === '+';
  let nested = 0;
  for (let column = left + 1; column < columns; column++) {
    const sign = at(grid, top, column);
    if (sign === '') continue;
    if (ascii) {
      // In ASCII both corners are a plus, which a title may contain too: a corner has a side under it.
      if (sign === '+' && is(grid, top + 1, column, `${sides}+`)) return column;
    } else if (corners.topLeft.includes(sign) && sign !== '+') nested++;
    else if (corners.topRight.includes(sign) && sign !== '+' && nested-- === 0) return column;
  }
  return null;
}

/** Finds the row of the bottom border; either corner is enough, as another box may cover the other one. */
function bottomOf(grid: Grid, top: number, left: number, right: number): number | null {
  for (let row = top + 1; row < grid.length; row++) {
    if (is(grid, row, left, corners.bottomLeft) || is(grid, row, right, corners.bottomRight)) return row;
  }
  return null;
}

/** Finds every box on the screen, titled or not, top to bottom and left to right. */
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

/** Finds the pane with these words in its title; one whose title begins with them (after its key) is preferred. */
export function paneNamed(panes: readonly Pane[], words: string): Pane | null {
  const begins = panes.find((pane) => pane.title.replace(/^\d /, '').startsWith(words) || pane.title.startsWith(words));
  return begins ?? panes.find((pane) => pane.title.includes(words)) ?? null;
}

/** The background that most cells of a row share; an inverted cell counts as a background. */
function backgroundOf(row: readonly Cell[]): Color | 'inverse' {
  return commonest(row.map(({ style }) => (style.inverse ? 'inverse' : style.bg))) ?? 'default';
}

function commonest<T>(values: readonly T[]): T | null {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/**
 * The indexes of the rows of a pane that a continuous background highlights; without colours,
 * of the rows that begin with the cursor glyph.
 */
export function cursorRowsOf(pane: Pane): readonly number[] {
  const backgrounds = pane.rows.map(backgroundOf);
  const usual = backgrounds.includes('default') ? 'default' : commonest(backgrounds);
  const coloured = backgrounds.flatMap((background, place) => (background === usual ? [] : [place]));
  if (coloured.length > 0) return coloured;
  return pane.rows.flatMap((row, place) => (/^\s*[▌>]/.test(textOf(row)) ? [place] : []));
}
