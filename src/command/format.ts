import { jsonText } from '../lib/sanitize.ts';
import { type TableHeader, textTable } from '../lib/text-table.ts';
import { writeLine, writeLines } from '../system/streams.ts';
import { objectOf, type Shape } from './json.ts';
import type { Output } from './options.ts';

/** How rows are printed; `raw` leaves CSV cells as they are, also those that a spreadsheet would run. */
export type Printing = { readonly output: Output; readonly headers: boolean; readonly raw?: boolean };

/** Whether an output has the cells of columns; the others have objects. */
export const printsCells = (output: Output): boolean => output !== 'json' && output !== 'ndjson';

/** What a command prints of its rows, in each format. */
export type Printed = {
  /** For people. */
  readonly lines: (headers: boolean) => readonly string[];
  /** For spreadsheets. */
  readonly cells: () => Cells;
  /** For programs: one object for each row. */
  readonly objects: () => readonly object[];
  /** What `-o json` prints in place of the rows alone: an object with what is known of all of them, and with the rows. */
  readonly whole?: () => object;
};

type Cells = { readonly headers: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** Rows in columns: the cells, the same without glyphs for spreadsheets, and the object of the row. */
type ColumnRows = {
  readonly headers: readonly TableHeader[];
  readonly rows: readonly {
    readonly cells: readonly string[];
    readonly words: readonly string[];
    readonly object: () => object;
  }[];
};

/** Rows that are printed in columns. */
export const inColumns = ({ headers, rows }: ColumnRows): Printed => ({
  lines: (withHeaders) =>
    textTable(
      headers,
      rows.map(({ cells }) => cells),
    ).slice(withHeaders ? 0 : 1),
  cells: () => ({
    headers: headers.map(({ text }) => text.toLowerCase()),
    rows: rows.map(({ words }) => words),
  }),
  objects: () => rows.map(({ object }) => object()),
});

/** Rows that are sentences for people; a spreadsheet has the members of their objects. */
export const inLines = <Row>(shape: Shape<Row>, rows: readonly Row[], lines: () => readonly string[]): Printed => ({
  lines,
  cells: () =>
    cellsOf(
      Object.keys(shape),
      rows.map((row) => objectOf(shape, row)),
    ),
  objects: () => rows.map((row) => objectOf(shape, row)),
});

/** Objects for a spreadsheet: some of their members. */
export const cellsOf = (names: readonly string[], objects: readonly object[]): Cells => ({
  headers: names,
  rows: objects.map((object) => wordsOf(object, names)),
});

/** The cells of an object; what is no text is written as JSON. */
const wordsOf = (object: object, names: readonly string[]): readonly string[] => {
  const members = new Map<string, unknown>(Object.entries(object));
  return names.map((name) => {
    const value = members.get(name) ?? '';
    return typeof value === 'string' ? value : jsonText(value);
  });
};

/** Prints rows. */
export function printRows(printing: Printing, { lines, cells, objects, whole }: Printed): void {
  switch (printing.output) {
    case 'table':
      writeLines(lines(printing.headers));
      break;
    case 'csv': {
      const { headers, rows } = cells();
      writeLines([...(printing.headers ? [headers] : []), ...rows].map(csvLine(printing)), '\r\n');
      break;
    }
    case 'ndjson':
      writeLines(objects().map((object) => jsonText(object)));
      break;
    case 'json':
      writeLines(jsonText((whole ?? objects)(), 2).split('\n'));
  }
}

/** Prints rows as they come. */
export type RowStream = {
  readonly print: (object: object, line: () => string) => void;
  /** Ends the array of `-o json`. */
  readonly end: () => void;
};

/** Begins to print rows as they come; `names` are the members that a spreadsheet has. */
export function openRowStream(printing: Printing, names: readonly string[]): RowStream {
  let isBegun = false;
  const begin = (): void => {
    if (!isBegun && printing.output === 'csv' && printing.headers) writeLines([csvLine(printing)(names)], '\r\n');
    isBegun = true;
  };
  return {
    print: (object, line) => {
      switch (printing.output) {
        case 'table':
          writeLine(line());
          break;
        case 'csv':
          begin();
          writeLines([csvLine(printing)(wordsOf(object, names))], '\r\n');
          break;
        case 'ndjson':
          writeLine(jsonText(object));
          break;
        case 'json':
          writeLine(`${isBegun ? ',' : '['}${jsonText(object)}`);
          isBegun = true;
      }
    },
    end: () => {
      if (printing.output === 'json') writeLine(isBegun ? ']' : '[]');
      else begin();
    },
  };
}

/** A line of CSV. */
const csvLine = ({ raw = false }: Printing): ((cells: readonly string[]) => string) => {
  const cell = raw ? quotedCell : (text: string) => quotedCell(harmlessCell(text));
  return (cells) => cells.map(cell).join(',');
};

/** Number or amount, which is harmless in a spreadsheet. */
const NUMBER = /^[+-]?\p{Sc}?[0-9][0-9.,]*(?: ?%)?$/u;
/** Start of a formula for a spreadsheet: `=`, `+`, `-` or `@` at the start of a cell after blanks and quotes, or a leading tab. */
const RUNS = /(^|[;\t\r\n])(?=[\s"'\u00a0]*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r])/g;

/** Puts an apostrophe before anything that a spreadsheet would run as a formula. Numbers stay numbers. */
function harmlessCell(text: string): string {
  return NUMBER.test(text) ? text : text.replace(RUNS, "$1'");
}

/** Quotes a cell as in RFC 4180, also when it has a semicolon, which some readers take for a separator. */
function quotedCell(text: string): string {
  return /[";,\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
