import type * as z from 'zod';
import { type BodyFault, readJson } from './body.ts';
import type { Listed, Outcome } from './outcome.ts';
import { type ReadRow, readPage, readRow } from './rows.ts';

/** A page as it was read. */
export type PageRead<Row> = { readonly rows: readonly ReadRow<Row>[]; readonly next: string | null };

/** Reads the pages of one list, again and again. */
export type Reader<Row> = {
  /** The page in this place, from its text. */
  readonly page: (at: number, text: string) => Outcome<PageRead<Row>, BodyFault>;
  /** The list came to its end with these rows. */
  readonly ended: (rows: ReadonlyMap<string, Listed<Row>>, pages: number) => void;
};

/**
 * A reader that remembers the last reading. Of a long list nearly all is the same from poll to poll: a page whose text
 * is the same is not even parsed, a row whose text is the same is not checked again.
 */
export function createReader<Of extends z.ZodType>(of: Of): Reader<z.output<Of>> {
  const pages: { readonly text: string; readonly read: PageRead<z.output<Of>> }[] = [];
  let known: ReadonlyMap<string, Listed<z.output<Of>>> = new Map();
  return {
    page: (at, text) => {
      const before = pages[at];
      if (before?.text === text) return { ok: true, value: before.read };
      const body = readJson(text);
      if (!body.ok) return body;
      const page = readPage(body.value);
      if (page === null) return { ok: false, error: { page: false, why: 'it is not a list' } };
      const read = { rows: page.rows.map((row) => readRow(of, row, (fid) => known.get(fid))), next: page.next };
      pages[at] = { text, read };
      return { ok: true, value: read };
    },
    ended: (rows, count) => {
      known = rows;
      pages.length = Math.min(pages.length, count);
    },
  };
}
