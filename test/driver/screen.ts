import type { Terminal as Emulator } from '@xterm/headless';
import { type Cell, cellsOfRow, cellsShowing, type Style, textOf } from './cells.ts';
import { cursorRowsOf, type Pane, paneNamed, panesOn } from './pane.ts';

/** Rows and columns count from 0. Missing texts throw. */
export type Screen = {
  size(): { readonly columns: number; readonly rows: number };
  /** Shown or hidden. */
  cursor(): { readonly row: number; readonly column: number };
  /** Without blanks at the ends. */
  screen(): string[];
  line(row: number): string;
  /** In a single row. */
  shows(text: string | RegExp): boolean;
  rowOf(text: string | RegExp): number;
  cells(row: number): readonly Cell[];
  /** For the second half of a wide character, its first. */
  cellAt(row: number, column: number): Cell;
  cellsAt(row: number, text: string): readonly Cell[];
  /** From its first visible cell. */
  styleAt(row: number, text: string): Style;
  panes(): readonly Pane[];
  /** By words of its top border. */
  box(title: string): Pane;
  rowsOfPane(title: string): string[];
  /** Null without a cursor. */
  cursorRow(title: string): string | null;
  /** With row numbers, for failures. */
  picture(): string;
};

export function screenOf(emulator: Emulator): Screen {
  const cells = (row: number): readonly Cell[] => cellsOfRow(emulator, row);
  const line = (row: number): string => textOf(cells(row));
  const screen = (): string[] => Array.from({ length: emulator.rows }, (_, row) => line(row));
  const panes = (): readonly Pane[] =>
    panesOn(
      Array.from({ length: emulator.rows }, (_, row) => cells(row)),
      emulator.cols,
    );

  function findRow(text: string | RegExp): number {
    return screen().findIndex((shown) => matches(shown, text));
  }

  function rowOf(text: string | RegExp): number {
    const row = findRow(text);
    if (row < 0) throw new Error(`no row shows ${quoted(text)}`);
    return row;
  }

  function cellAt(row: number, column: number): Cell {
    const cell = cells(row).findLast((candidate) => candidate.column <= column);
    if (cell === undefined || cell.column + cell.width <= column)
      throw new Error(`there is no cell ${column} in row ${row}`);
    return cell;
  }

  function cellsAt(row: number, text: string): readonly Cell[] {
    const found = cellsShowing(cells(row), text);
    if (found === null) throw new Error(`row ${row} does not show ${quoted(text)}, it reads ${quoted(line(row))}`);
    return found;
  }

  function styleAt(row: number, text: string): Style {
    const found = cellsAt(row, text);
    const cell = found.find((candidate) => candidate.text !== ' ') ?? found[0];
    if (cell === undefined) throw new Error(`row ${row} has no cells that show ${quoted(text)}`);
    return cell.style;
  }

  function box(title: string): Pane {
    const all = panes();
    const found = paneNamed(all, title);
    if (found !== null) return found;
    const others = all.map((pane) => quoted(pane.title)).join(', ');
    throw new Error(`no pane is titled ${quoted(title)}; there are ${others === '' ? 'none' : others}`);
  }

  function cursorRow(title: string): string | null {
    const found = box(title);
    const row = found.rows[cursorRowsOf(found)[0] ?? -1];
    return row === undefined ? null : textOf(row);
  }

  return {
    size: () => ({ columns: emulator.cols, rows: emulator.rows }),
    cursor: () => ({ row: emulator.buffer.active.cursorY, column: emulator.buffer.active.cursorX }),
    screen,
    line,
    shows: (text) => findRow(text) >= 0,
    rowOf,
    cells,
    cellAt,
    cellsAt,
    styleAt,
    panes,
    box,
    rowsOfPane: (title) => box(title).rows.map(textOf),
    cursorRow,
    picture: () => picture(emulator),
  };
}

export function matches(row: string, text: string | RegExp): boolean {
  // search() ignores the position of a g flag.
  return typeof text === 'string' ? row.includes(text) : row.search(text) >= 0;
}

export function quoted(text: string | RegExp): string {
  return typeof text === 'string' ? JSON.stringify(text) : String(text);
}

function picture(emulator: Emulator): string {
  const digits = String(emulator.rows - 1).length;
  const edge = (left: string, right: string): string =>
    `${' '.repeat(digits)} ${left}${'─'.repeat(emulator.cols)}${right}`;
  const rows = Array.from({ length: emulator.rows }, (_, row) => {
    // Cells keep the frame straight with wide characters.
    const text = cellsOfRow(emulator, row)
      .map((cell) => cell.text)
      .join('');
    return `${String(row).padStart(digits)} │${text}│`;
  });
  return [edge('┌', '┐'), ...rows, edge('└', '┘')].join('\n');
}
