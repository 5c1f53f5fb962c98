import type { Terminal as Emulator, IBufferCell } from '@xterm/headless';

/** The default, a palette number 0–255, or `#rrggbb`. */
export type Color = 'default' | number | `#${string}`;

export type Style = {
  readonly fg: Color;
  readonly bg: Color;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strikethrough: boolean;
  readonly inverse: boolean;
};

/** One character. A wide one has width 2, and the next column no cell. */
export type Cell = { readonly column: number; readonly text: string; readonly width: 1 | 2; readonly style: Style };

function hex(rgb: number): Color {
  return `#${rgb.toString(16).padStart(6, '0')}`;
}

function styleOf(cell: IBufferCell): Style {
  return {
    fg: cell.isFgDefault() ? 'default' : cell.isFgRGB() ? hex(cell.getFgColor()) : cell.getFgColor(),
    bg: cell.isBgDefault() ? 'default' : cell.isBgRGB() ? hex(cell.getBgColor()) : cell.getBgColor(),
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    italic: cell.isItalic() !== 0,
    underline: cell.isUnderline() !== 0,
    strikethrough: cell.isStrikethrough() !== 0,
    inverse: cell.isInverse() !== 0,
  };
}

/** Left to right; none outside of the screen. */
export function cellsOfRow(emulator: Emulator, row: number): readonly Cell[] {
  const buffer = emulator.buffer.active;
  const line = row >= 0 && row < emulator.rows ? buffer.getLine(buffer.baseY + row) : undefined;
  if (line === undefined) return [];
  const cells: Cell[] = [];
  const scratch = buffer.getNullCell();
  for (let column = 0; column < emulator.cols; column++) {
    const cell = line.getCell(column, scratch);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const hidden = cell.isInvisible() !== 0;
    const text = hidden ? '' : cell.getChars();
    cells.push({ column, text: text === '' ? ' ' : text, width: cell.getWidth() === 2 ? 2 : 1, style: styleOf(cell) });
  }
  return cells;
}

/** Without blanks at the end. */
export function textOf(cells: readonly Cell[]): string {
  return cells
    .map((cell) => cell.text)
    .join('')
    .trimEnd();
}

/** The first occurrence, or null. */
export function cellsShowing(cells: readonly Cell[], text: string): readonly Cell[] | null {
  const start = cells
    .map((cell) => cell.text)
    .join('')
    .indexOf(text);
  if (start < 0 || text === '') return null;
  const found: Cell[] = [];
  let at = 0;
  for (const cell of cells) {
    if (at + cell.text.length > start && at < start + text.length) found.push(cell);
    at += cell.text.length;
  }
  return found;
}
