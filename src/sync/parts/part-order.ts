import type { ReadLimit } from '../../api/list-pages.ts';
import type { ListQuery } from '../../resources/service-filter.ts';

/** The reverse of the usual order (sections 4.2 and 4.5; the values are not shown). */
export const OLDEST_FIRST = { sort_by: 'created_at', sort_dir: 'asc' } as const satisfies ListQuery;

/** Ends a list once some rows have come, or after some pages. */
export function allOf<Row extends { readonly fid: string }>(
  fids: readonly string[],
  maxPages: number | null = null,
): ReadLimit<Row> {
  const wanted = new Set(fids);
  return { maxRows: wanted.size, counts: ({ fid }) => wanted.has(fid), ...(maxPages === null ? {} : { maxPages }) };
}

/** Whether an answer ignored the requested order, oldest first. */
export function isNewestFirst(rows: Iterable<{ readonly row: { readonly created_at: number | null } }>): boolean {
  const created = [...rows].flatMap(({ row }) => row.created_at ?? []);
  const [first, last] = [created[0], created.at(-1)];
  return first !== undefined && last !== undefined && first > last;
}
