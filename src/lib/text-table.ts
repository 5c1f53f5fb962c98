import { cut, toWidth, widthOf } from './width.ts';

export type TableHeader = { readonly text: string; readonly align: 'left' | 'right' };

/** Widest cell of a table, in columns; a wider one is cut, since every line is padded to the widest cell. */
const WIDEST_CELL = 500;

/** Lays out columns as wide as their widest cell, two blanks apart, without trailing blanks. */
export function textTable(headers: readonly TableHeader[], rows: readonly (readonly string[])[]): readonly string[] {
  const lines = [headers.map(({ text }) => text), ...rows].map((cells) =>
    cells.map((text) => cut(text, WIDEST_CELL, '...')),
  );
  const widths = headers.map((_, n) => Math.max(...lines.map((cells) => widthOf(cells[n] ?? ''))));
  return lines.map((cells) =>
    headers
      .map(({ align }, n) => toWidth(cells[n] ?? '', widths[n] ?? 0, align))
      .join('  ')
      .trimEnd(),
  );
}
