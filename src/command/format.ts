import { jsonText } from '../lib/sanitize.ts';
import { type TableHeader, textTable } from '../lib/width.ts';
import { writeLine, writeLines } from '../system/streams.ts';
import { objectOf, type Shape } from './json.ts';
import type { Output } from './options.ts';

/** `raw` leaves CSV cells unprotected from spreadsheets. */
export type Printing = { readonly output: Output; readonly headers: boolean; readonly raw?: boolean };

export const printsCells = (output: Output): boolean => output !== 'json' && output !== 'ndjson';

export type Printed = {
  /** For people. */
  readonly lines: (headers: boolean) => readonly string[];
  /** For spreadsheets. */
  readonly cells: () => Cells;
  /** For programs. */
  readonly objects: () => readonly object[];
  /** Replaces the rows in `-o json` with an object of totals and rows. */
  readonly whole?: () => object;
};

type Cells = { readonly headers: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** `words` are the cells without glyphs, for spreadsheets. */
type ColumnRows = {
  readonly headers: readonly TableHeader[];
  readonly rows: readonly {
    readonly cells: readonly string[];
    readonly words: readonly string[];
    readonly object: () => object;
  }[];
};

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

/** Rows as sentences for people, and as objects for spreadsheets. */
export const inLines = <Row>(shape: Shape<Row>, rows: readonly Row[], lines: () => readonly string[]): Printed => ({
  lines,
  cells: () =>
    cellsOf(
      Object.keys(shape),
      rows.map((row) => objectOf(shape, row)),
    ),
  objects: () => rows.map((row) => objectOf(shape, row)),
});

export const cellsOf = (names: readonly string[], objects: readonly object[]): Cells => ({
  headers: names,
  rows: objects.map((object) => wordsOf(object, names)),
});

const wordsOf = (object: object, names: readonly string[]): readonly string[] => {
  const members = new Map<string, unknown>(Object.entries(object));
  return names.map((name) => {
    const value = members.get(name) ?? '';
    return typeof value === 'string' ? value : jsonText(value);
  });
};

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

export type RowStream = {
  readonly print: (object: object, line: () => string) => void;
  readonly end: () => void;
};

/** Prints rows as they come; `names` are the columns of a spreadsheet. */
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

const csvLine = ({ raw = false }: Printing): ((cells: readonly string[]) => string) => {
  const cell = raw ? quotedCell : (text: string) => quotedCell(harmlessCell(text));
  return (cells) => cells.map(cell).join(',');
};

/** Harmless in a spreadsheet. */
const NUMBER = /^[+-]?\p{Sc}?[0-9][0-9.,]*(?: ?%)?$/u;
/** Begins a formula in a spreadsheet: after blanks and quotes, or a leading tab. */
const RUNS = /(^|[;\t\r\n])(?=[\s"'\u00a0]*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r])/g;

/** Puts an apostrophe before formulas. Numbers stay numbers. */
function harmlessCell(text: string): string {
  return NUMBER.test(text) ? text : text.replace(RUNS, "$1'");
}

/** Quotes a cell as in RFC 4180. Some readers split at semicolons too. */
function quotedCell(text: string): string {
  return /[";,\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
