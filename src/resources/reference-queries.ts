import type { RowQuery } from './service-filter.ts';

/** A query for the rows of some identifiers, and the requests that it takes as far as its rows are known. */
export type ReferenceQuery = { readonly query: RowQuery; readonly requests: number };

/** Longest list of identifiers in an address, in characters as sent: an address of more than 4 KB may be refused. */
const MAX_IDENTIFIERS = 3500;
/** Most pages of one query, as far as its rows are known: several small queries are read side by side, and each is shown when it has come. */
const MAX_PAGES = 1;

const lengthOf = (fid: string): number => encodeURIComponent(`${fid},`).length;

/** Whether the address of one request can have some identifiers. */
export const fitInAddress = (fids: readonly string[]): boolean =>
  fids.reduce((length, fid) => length + lengthOf(fid), 0) <= MAX_IDENTIFIERS;

/** Splits identifiers with their numbers of rows into queries of few pages whose addresses are short enough. */
export function referenceQueries<Fid extends string>(
  counts: ReadonlyMap<Fid, number>,
  pageSize: number,
  queryFor: (fids: Fid[]) => RowQuery,
): readonly ReferenceQuery[] {
  const made: { readonly fids: Fid[]; length: number; rows: number }[] = [];
  for (const [fid, rows] of counts) {
    // A comma would make two identifiers of one.
    if (fid.includes(',')) continue;
    const length = lengthOf(fid);
    const last = made.at(-1);
    const fits =
      last !== undefined && last.length + length <= MAX_IDENTIFIERS && last.rows + rows <= MAX_PAGES * pageSize;
    if (fits) {
      last.fids.push(fid);
      last.length += length;
      last.rows += rows;
    } else made.push({ fids: [fid], length, rows });
  }
  return made.map(({ fids, rows }) => ({ query: queryFor(fids), requests: Math.max(1, Math.ceil(rows / pageSize)) }));
}
