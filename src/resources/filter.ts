import type { Column, Context } from './resource.ts';

/** One condition of a filter: a word that some column has, or a word that one column has. */
type Term = { readonly column: string | null; readonly word: string; readonly exact: boolean };

/**
 * A filter as typed: every term must be met. `column:word` looks at one column, `column:=word` wants it
 * to be just that, quotes keep blanks together.
 */
export type Filter = readonly Term[];

const TERM = /(?:([a-z]+):)?(=)?(?:"([^"]*)"?|(\S+))/giu;
/** A column of which nothing is typed yet: it asks for nothing, so that the rows don't vanish on the way to a word. */
const UNFINISHED = /^([a-z]+):$/i;

/** Reads a filter. Every text is one: what names no column of the list is looked for as it stands. */
export function parseFilter(text: string, columns: readonly { readonly id: string }[]): Filter {
  return [...text.matchAll(TERM)].map(([whole, column, equals, inQuotes, bare]) => {
    const unfinished = UNFINISHED.exec(whole)?.[1]?.toLowerCase();
    if (columns.some(({ id }) => id === unfinished)) return { column: null, word: '', exact: false };
    const known = column !== undefined && columns.some(({ id }) => id === column.toLowerCase());
    const word = known ? (inQuotes ?? bare ?? '') : (inQuotes ?? whole);
    return { column: known ? column.toLowerCase() : null, word: word.toLowerCase(), exact: known && equals === '=' };
  });
}

/** Whether a row's columns, as shown, meet every term. */
export function meets<Row>(row: Row, filter: Filter, columns: readonly Column<Row>[], context: Context): boolean {
  return filter.every(({ column, word, exact }) =>
    columns.some(({ id, cell }) => {
      if (column !== null && column !== id) return false;
      const text = cell(row, context).text.toLowerCase();
      return exact ? text === word : text.includes(word);
    }),
  );
}

/** A value as it is written into a filter. */
export function quoted(value: string): string {
  return /\s/.test(value) ? `"${value}"` : value;
}
