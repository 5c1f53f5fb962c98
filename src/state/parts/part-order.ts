import type { Enough } from '../../api/list-pages.ts';
import { type ListQuery, rowSelector, type SelectableRow } from '../../resources/service-filter.ts';
import type { Part } from './plan.ts';

/** The reverse of the usual order of a list, newest first (sections 4.2 and 4.5; the values are not shown). */
export const OLDEST_FIRST = { sort_by: 'created_at', sort_dir: 'asc' } as const satisfies ListQuery;

/** Ends a list after the page with the last of some rows. */
export function allOf<Row extends { readonly fid: string }>(fids: readonly string[]): Enough<Row> {
  const wanted = new Set(fids);
  return { maxRows: wanted.size, counts: ({ fid }) => wanted.has(fid) };
}

type Placed = SelectableRow & { readonly fid: string; readonly created_at: number | null };

/** Whether the wanted rows of a part come sooner when it is read from its oldest row on: by their places in the list as last received. */
export function isNearTheEnd(
  rows: Iterable<{ readonly row: Placed }>,
  { query, wanted }: Pick<Part, 'query' | 'wanted'>,
): boolean {
  if (wanted === null) return false;
  const fids = new Set(wanted);
  const selects = rowSelector(query);
  const inOrder: Placed[] = [];
  for (const { row } of rows) if (selects(row)) inOrder.push(row);
  const oldestFirst = inOrder.toSorted((a, b) => (a.created_at ?? 0) - (b.created_at ?? 0));
  const isWanted = ({ fid }: Placed): boolean => fids.has(fid);
  return oldestFirst.findLastIndex(isWanted) < inOrder.findLastIndex(isWanted);
}
