import { toWidth, widthOf } from '../lib/width.ts';

/** How rows are printed: columns for people, the service's own fields for programs, or columns for spreadsheets. */
export const OUTPUTS = ['table', 'json', 'ndjson', 'csv'] as const;
export type Output = (typeof OUTPUTS)[number];

/** Rows as they are printed: the cells of the columns, the same without signs, for spreadsheets, and the JSON text of the row as the service has it, safe to print. */
export type Printed = {
  readonly headers: readonly { readonly text: string; readonly align: 'left' | 'right' }[];
  readonly rows: readonly {
    readonly cells: readonly string[];
    readonly words: readonly string[];
    readonly raw: string;
  }[];
};

/** What is printed for rows; ends with a line feed unless it is empty. */
export function printedAs(output: Output, { headers, rows }: Printed): string {
  switch (output) {
    case 'table':
      return table(
        headers,
        rows.map(({ cells }) => cells),
      );
    case 'csv':
      return [headers.map(({ text }) => text.toLowerCase()), ...rows.map(({ words }) => words)]
        .map((cells) => `${cells.map(quotedCell).join(',')}\r\n`)
        .join('');
    case 'ndjson':
      return rows.map(({ raw }) => `${raw}\n`).join('');
    case 'json':
      return `${JSON.stringify(
        rows.map(({ raw }): unknown => JSON.parse(raw)),
        null,
        2,
      )}\n`;
  }
}

/** Columns as wide as their widest cell, two blanks apart, nothing cut and no blanks at the ends of lines. */
function table(headers: Printed['headers'], rows: readonly (readonly string[])[]): string {
  const lines = [headers.map(({ text }) => text), ...rows];
  const widths = headers.map((_, n) => Math.max(...lines.map((cells) => widthOf(cells[n] ?? ''))));
  return lines
    .map((cells) =>
      headers
        .map(({ align }, n) => toWidth(cells[n] ?? '', widths[n] ?? 0, align))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

/** A cell of RFC 4180. */
function quotedCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
