import type { SortKey } from '../../resources/cell.ts';
import type { Context } from '../../resources/context.ts';
import type { Column, Counts, GroupSum } from '../../resources/resource.ts';
import { isFilled } from './place-columns.ts';
import type { RowReads } from './row-reads.ts';
import { type CompareRows, splice, type TableRow } from './table-row.ts';
import { areStill, type ReadValues, trackOwn } from './track-reads.ts';

/** Sums by column, and a note beside the title; empty for none. */
export type GroupTotals = { readonly sums: () => ReadonlyMap<string, string>; readonly note: () => string };

type NoteOf<Row> = (rows: Iterable<Row>, context: Context) => string;

/** Rows with the same text in one column. `count` and sums leave out rows below others. */
export type Group = {
  readonly title: string;
  readonly from: number;
  readonly count: number;
  readonly totals: (context: Context) => GroupTotals;
};

type AnyRow = { readonly fid: string };

type OpenGroup<Row extends AnyRow> = {
  readonly rows: TableRow<Row>[];
  readonly added: Set<TableRow<Row>>;
  readonly removed: Set<TableRow<Row>>;
  /** Rows below others: they are in no sum. */
  readonly inside: Set<TableRow<Row>>;
  /** Grows with each change of its rows, or of their values read. */
  version: number;
  /** Counts by column, the rows not counted yet, and the counted columns. */
  readonly counts: Map<string, Map<string, bigint>>;
  readonly uncounted: Set<TableRow<Row>>;
  counted: string;
  readonly texts: Map<string, { readonly version: number; readonly text: string; readonly reads: ReadValues }>;
};

/** The shown rows of a pane in their groups; in one without a title when ungrouped. */
export type RowGroups<Row extends AnyRow> = {
  readonly add: (row: TableRow<Row>, title: string, isInside?: boolean) => void;
  readonly remove: (row: TableRow<Row>) => void;
  /** The row stays in place, but reads other values. */
  readonly recount: (row: TableRow<Row>) => void;
  readonly clear: () => void;
  /** Puts new rows in their place; without an order they stay as they came. */
  readonly all: (by: string | null, compare: CompareRows<Row> | null) => GroupedRows<Row>;
};
type GroupedRows<Row extends AnyRow> = { readonly rows: readonly TableRow<Row>[]; readonly groups: readonly Group[] };

/** The note among the texts of a group: no column has this name. */
const NOTE = '';

export function createGroups<Row extends AnyRow>(
  columns: readonly Column<Row>[],
  noteOf: NoteOf<Row> | undefined,
  { note }: RowReads,
): RowGroups<Row> {
  const groups = new Map<string, OpenGroup<Row>>();

  const uncount = (group: OpenGroup<Row>, row: TableRow<Row>): void => {
    for (const [column, own] of row.counts ?? []) {
      const sums = group.counts.get(column);
      for (const [name, amount] of own) sums?.set(name, (sums.get(name) ?? 0n) - amount);
    }
    row.counts = null;
    group.uncounted.delete(row);
    group.version += 1;
  };
  const count = (group: OpenGroup<Row>, context: Context): void => {
    const sums = columns.flatMap(({ id, sum, live }) =>
      sum?.kind === 'counts' && isFilled({ live: live ?? null }, context) ? [{ id, sum }] : [],
    );
    const counted = sums.map(({ id }) => id).join(' ');
    if (counted !== group.counted) {
      group.counted = counted;
      group.counts.clear();
      for (const { id } of sums) group.counts.set(id, new Map());
      for (const row of group.rows) if (!group.inside.has(row)) group.uncounted.add(row);
    }
    for (const row of group.uncounted) {
      const own = new Map(sums.map(({ id, sum }) => [id, countsOf(row, sum)] as const));
      row.counts = own;
      for (const [id, counts] of own) {
        const total = group.counts.get(id);
        for (const [name, amount] of counts) total?.set(name, (total.get(name) ?? 0n) + amount);
      }
    }
    group.uncounted.clear();
  };
  const countsOf = ({ row }: TableRow<Row>, sum: Extract<GroupSum<Row>, { kind: 'counts' }>): Counts =>
    note(row.fid, (context) => sum.of(row, context));

  const rowsOf = function* (group: OpenGroup<Row>): Generator<Row> {
    for (const row of group.rows) if (!group.inside.has(row)) yield row.row;
  };
  const textOf = (group: OpenGroup<Row>, of: string, work: NoteOf<Row>, context: Context): string => {
    const last = group.texts.get(of);
    if (last?.version === group.version && areStill(last.reads, context)) return last.text;
    const tracked = trackOwn(context);
    const text = work(rowsOf(group), tracked.context);
    group.texts.set(of, { version: group.version, text, reads: tracked.reads });
    return text;
  };
  const sumsOf = (group: OpenGroup<Row>, context: Context): ReadonlyMap<string, string> => {
    count(group, context);
    return new Map(
      columns.flatMap(({ id, sum, live }) => {
        if (sum === undefined || !isFilled({ live: live ?? null }, context)) return [];
        const counts = group.counts.get(id) ?? new Map();
        if (sum.kind === 'counts') return [[id, sum.text(counts, context)]];
        return [[id, textOf(group, id, (rows, tracked) => sum.text([...rows], tracked), context)]];
      }),
    );
  };

  const settle = (group: OpenGroup<Row>, compare: CompareRows<Row> | null): void => {
    if (group.added.size + group.removed.size === 0) return;
    if (compare === null) {
      group.rows.length = 0;
      for (const row of group.added) group.rows.push(row);
    } else splice(group.rows, group.removed, group.added, compare);
    group.added.clear();
    group.removed.clear();
    group.version += 1;
  };

  return {
    add: (row, title, isInside = false) => {
      row.shownIn = title;
      let group = groups.get(title);
      if (group === undefined) {
        group = {
          rows: [],
          added: new Set(),
          removed: new Set(),
          inside: new Set(),
          version: 0,
          counts: new Map(),
          uncounted: new Set(),
          counted: '',
          texts: new Map(),
        };
        groups.set(title, group);
      }
      if (!group.removed.delete(row)) group.added.add(row);
      if (isInside) group.inside.add(row);
      else group.uncounted.add(row);
    },
    remove: (row) => {
      const group = row.shownIn === null ? undefined : groups.get(row.shownIn);
      row.shownIn = null;
      if (group === undefined) return;
      uncount(group, row);
      group.inside.delete(row);
      if (!group.added.delete(row)) group.removed.add(row);
    },
    recount: (row) => {
      const group = row.shownIn === null ? undefined : groups.get(row.shownIn);
      if (group === undefined) return;
      uncount(group, row);
      if (!group.inside.has(row)) group.uncounted.add(row);
    },
    clear: () => groups.clear(),
    all: (by, compare) => {
      for (const [title, group] of groups) {
        settle(group, compare);
        if (group.rows.length === 0) groups.delete(title);
      }
      const [only] = groups.values();
      const column = by === null ? undefined : columns.find(({ id }) => id === by);
      if (column?.groupBy === undefined) return { rows: only?.rows.slice() ?? [], groups: [] };
      const keyOf = ({ rows: [first] }: OpenGroup<Row>): SortKey =>
        first === undefined ? null : note(first.row.fid, (context) => column.sortBy?.(first.row, context) ?? null);
      const ordered = Array.from(groups, ([title, group]) => ({ title, group, key: keyOf(group) })).sort(
        (a, b) => compareKeys(a.key, b.key, false) || (a.title < b.title ? -1 : 1),
      );
      let from = 0;
      const titled = ordered.map(({ title, group }): Group => {
        from += group.rows.length;
        return {
          title,
          from: from - group.rows.length,
          count: group.rows.length - group.inside.size,
          totals: (context) => ({
            sums: () => sumsOf(group, context),
            note: () => (noteOf === undefined ? '' : textOf(group, NOTE, noteOf, context)),
          }),
        };
      });
      return { rows: ordered.flatMap(({ group }) => group.rows), groups: titled };
    },
  };
}

/** Rows without a key come last in both directions. */
export function compareKeys(a: SortKey, b: SortKey, descending: boolean): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return (a < b ? -1 : 1) * (descending ? -1 : 1);
}

/** A row by its index, or the title of the group below. */
export type ListLine =
  | { readonly kind: 'row'; readonly at: number }
  | { readonly kind: 'group'; readonly group: Group };

export function lineOfRow(groups: readonly Group[], at: number): number {
  return at + groups.filter(({ from }) => from <= at).length;
}

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
