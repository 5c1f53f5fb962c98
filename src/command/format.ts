import { jsonText } from '../lib/sanitize.ts';
import { type TableHeader, textTable } from '../lib/text-table.ts';
import { writeLines } from '../system/streams.ts';

/** Output formats: columns for people, the service's own fields for programs, or columns for spreadsheets. */
export type Output = 'table' | 'json' | 'ndjson' | 'csv';

/** Output format, or CSV with unchanged cells, also those that a spreadsheet would run. */
export type Printing = Output | 'raw-csv';

/** Whether an output has the cells of columns; the others have the rows of the service. */
export const printsCells = (output: Printing): boolean => output !== 'json' && output !== 'ndjson';

/** Rows to print: cells of the columns, the same without glyphs for spreadsheets, and the service's row as safe JSON. */
export type PrintedRows = {
  readonly headers: readonly TableHeader[];
  readonly rows: readonly {
    readonly cells: readonly string[];
    readonly words: readonly string[];
    readonly raw: string;
  }[];
};

/** Prints rows in a format. */
export function printRows(as: Printing, { headers, rows }: PrintedRows): void {
  switch (as) {
    case 'table':
      writeLines(tableLines({ headers, rows }));
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

export function tableLines({ headers, rows }: PrintedRows): readonly string[] {
  return textTable(
    headers,
    rows.map(({ cells }) => cells),
  );
}

/** Number or amount, which is harmless in a spreadsheet. */
const NUMBER = /^[+-]?\p{Sc}?[0-9][0-9.,]*(?: ?%)?$/u;
/** Start of a formula for a spreadsheet: `=`, `+`, `-` or `@` at the start of a cell after blanks and quotes, or a leading tab. */
const RUNS = /(^|[;\t\r\n])(?=[\s"'\u00a0]*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r])/g;

/** Puts an apostrophe before anything that a spreadsheet would run as a formula. Numbers stay numbers. */
export function harmlessCell(text: string): string {
  return NUMBER.test(text) ? text : text.replace(RUNS, "$1'");
}

/** Quotes a cell as in RFC 4180, also when it has a semicolon, which some readers take for a separator. */
function quotedCell(text: string): string {
  return /[";,\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
