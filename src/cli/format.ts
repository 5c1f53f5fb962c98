import { jsonText } from '../lib/sanitize.ts';
import { cut, toWidth, widthOf } from '../lib/width.ts';
import { writeLines } from '../system/streams.ts';

/** How rows are printed: columns for people, the service's own fields for programs, or columns for spreadsheets. */
export const OUTPUTS = ['table', 'json', 'ndjson', 'csv'] as const;
export type Output = (typeof OUTPUTS)[number];

/** The same, and CSV whose cells are as they are, also those that a spreadsheet would run. */
export type Printing = Output | 'raw-csv';

/** Rows as they are printed: the cells of the columns, the same without signs, for spreadsheets, and the JSON text of the row as the service has it, safe to print. */
export type Printed = {
  readonly headers: readonly { readonly text: string; readonly align: 'left' | 'right' }[];
  readonly rows: readonly {
    readonly cells: readonly string[];
    readonly words: readonly string[];
    readonly raw: string;
  }[];
};

/** Prints rows. */
export function printRows(as: Printing, { headers, rows }: Printed): void {
  switch (as) {
    case 'table':
      writeLines(
        table(
          headers,
          rows.map(({ cells }) => cells),
        ),
      );
      break;
    case 'csv':
    case 'raw-csv': {
      const cell = as === 'csv' ? (text: string) => quotedCell(harmlessCell(text)) : quotedCell;
      const lines = [headers.map(({ text }) => text.toLowerCase()), ...rows.map(({ words }) => words)];
      writeLines(
        lines.map((cells) => cells.map(cell).join(',')),
        '\r\n',
      );
      break;
    }
    case 'ndjson':
      writeLines(rows.map(({ raw }) => raw));
      break;
    case 'json':
      writeLines(
        jsonText(
          rows.map(({ raw }): unknown => JSON.parse(raw)),
          2,
        ).split('\n'),
      );
  }
}

/** What is wider than this is cut in a table, which pads every line to its widest cell; the other outputs have it whole. */
const WIDEST_CELL = 500;

/** Columns as wide as their widest cell, two blanks apart, and no blanks at the ends of lines. */
function table(headers: Printed['headers'], rows: readonly (readonly string[])[]): readonly string[] {
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

/** A number or an amount: a spreadsheet reads it as one, and it does nothing. */
const NUMBER = /^[+-]?\p{Sc}?[0-9][0-9.,]*(?: ?%)?$/u;
/** What a spreadsheet may run: `=`, `+`, `-`, `@` where it may see a cell begin, behind blanks and quotes, and a tab before all else. */
const RUNS = /(^|[;\t\r\n])(?=[\s"'\u00a0]*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r])/g;

/** A cell that no spreadsheet takes for a formula: an apostrophe stands before what it would run. Numbers stay numbers. */
export function harmlessCell(text: string): string {
  return NUMBER.test(text) ? text : text.replace(RUNS, "$1'");
}

/** A cell of RFC 4180; also quoted where other readers part cells at a semicolon. */
function quotedCell(text: string): string {
  return /[";,\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
