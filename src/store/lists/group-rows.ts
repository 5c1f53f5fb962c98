import type { ListedRow } from '../../api/result.ts';
import type { SortKey } from '../../resources/cell.ts';
import type { Context } from '../../resources/context.ts';
import type { Column } from '../../resources/resource.ts';
import type { FoldedRows } from './fold-rows.ts';
import { areStill, type OwnReads, trackOwn } from './track-reads.ts';

/** The sums of a group of rows by column, and a note beside its title, empty for none. */
export type GroupTotals = { readonly sums: ReadonlyMap<string, string>; readonly note: string };

/** What is said of a group of rows beside its title; empty for nothing. */
export type NoteOf<Row> = (rows: readonly Row[], context: Context) => string;

/** Rows with the same text in one column: their first index, their number, and their sums, without rows that are below others. */
export type Group = {
  readonly title: string;
  readonly from: number;
  readonly count: number;
  /** The sums, computed again when what they have read of features has changed. */
  readonly totals: (context: Context) => GroupTotals;
};

/** Groups rows by a column. Rows of a group keep their order; groups are sorted as their column sorts. */
export function grouped<Row extends { readonly fid: string }>(
  rows: readonly ListedRow<Row>[],
  by: string | null,
  columns: readonly Column<Row>[],
  context: Context,
  folded: Pick<FoldedRows<Row>, 'foldOf'> | null,
  noteOf?: NoteOf<Row>,
): { readonly rows: readonly ListedRow<Row>[]; readonly groups: readonly Group[] } {
  const column = by === null ? undefined : columns.find(({ id }) => id === by);
  const titleOf = column?.groupBy;
  if (column === undefined || titleOf === undefined) return { rows, groups: [] };
  const members = new Map<string, { readonly key: SortKey; readonly rows: ListedRow<Row>[] }>();
  let title = '';
  for (const listed of rows) {
    // The rows of an open group stay below it.
    if (folded?.foldOf(listed.row.fid) !== 'inside') title = titleOf(listed.row, context);
    const others = members.get(title);
    if (others === undefined) members.set(title, { key: column.sortBy?.(listed.row, context) ?? null, rows: [listed] });
    else others.rows.push(listed);
  }
  const ordered = [...members].toSorted(
    ([a, { key }], [b, { key: other }]) => compareKeys(key, other, false) || (a < b ? -1 : 1),
  );
  let from = 0;
  const groups = ordered.map(([title, { rows: own }]): Group => {
    const outer = folded === null ? own : own.filter(({ row }) => folded.foldOf(row.fid) !== 'inside');
    const group = { title, from, count: outer.length, totals: totalsOf(outer, columns, noteOf) };
    from += own.length;
    return group;
  });
  return { rows: ordered.flatMap(([, { rows: own }]) => own), groups };
}

/** A function of the totals of some rows: computed when the group's line is drawn, and then cached. */
function totalsOf<Row>(
  rows: readonly ListedRow<Row>[],
  columns: readonly Column<Row>[],
  noteOf: NoteOf<Row> | undefined,
): Group['totals'] {
  let last: { readonly totals: GroupTotals; readonly reads: OwnReads } | null = null;
  return (context) => {
    if (last !== null && areStill(last.reads, context)) return last.totals;
    const tracked = trackOwn(context);
    const plain = rows.map(({ row }) => row);
    const sums = columns.flatMap(({ id, sum }) =>
      sum === undefined ? [] : [[id, sum(plain, tracked.context)] as const],
    );
    const totals = { sums: new Map(sums), note: noteOf?.(plain, tracked.context) ?? '' };
    last = { totals, reads: tracked.reads };
    return totals;
  };
}

/** Compares two sort keys. Rows without a key come last in both directions. */
export function compareKeys(a: SortKey, b: SortKey, descending: boolean): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return (a < b ? -1 : 1) * (descending ? -1 : 1);
}

/** A line of a list: a row by its index, or the title of the group below it. */
export type ListLine =
  | { readonly kind: 'row'; readonly at: number }
  | { readonly kind: 'group'; readonly group: Group };

/** The line of a row, when each group has a title line. */
export function lineOfRow(groups: readonly Group[], at: number): number {
  return at + groups.filter(({ from }) => from <= at).length;
}

/** The lines of a list from `top` up to `end`. */
export function linesBetween(groups: readonly Group[], rows: number, top: number, end: number): readonly ListLine[] {
  const last = Math.min(end, rows + groups.length);
  const lines: ListLine[] = [];
  let titles = 0;
  for (const [n, group] of groups.entries()) {
    const line = group.from + n;
    if (line < top) titles = n + 1;
    else if (line >= last) break;
  }
  for (let line = top; line < last; line++) {
    const next = groups[titles];
    if (next !== undefined && next.from + titles === line) {
      lines.push({ kind: 'group', group: next });
      titles += 1;
    } else lines.push({ kind: 'row', at: line - titles });
  }
  return lines;
}
