import type { ListedRow } from '../../api/result.ts';

export type Fold = 'closed' | 'open' | 'inside';

/** Rows with those of open groups below their group. */
export type FoldedRows<Row> = {
  readonly rows: readonly ListedRow<Row>[];
  readonly foldOf: (fid: string) => Fold | null;
  /** The group of a row, shown or hidden; null outside of groups. */
  readonly groupOf: (fid: string) => string | null;
  /** Whether the filter opened a group, and shows only matching rows. */
  readonly isPartlyShown: (fid: string) => boolean;
  /** Whether a group is shown only for its matching rows. */
  readonly isContext: (fid: string) => boolean;
  /** `matching`: single rows that match the filter, in closed groups too. */
  readonly groups: number;
  readonly matching: number;
  readonly outer: { readonly shown: number; readonly all: number };
};

type RowsOfGroup<Row> = (row: Row) => readonly string[];

type Folding<Row> = {
  readonly rowsOf: RowsOfGroup<Row>;
  readonly opened: ReadonlySet<string>;
  readonly matches: ((row: Row) => boolean) | null;
  readonly kept: string | null;
};

/** Folds sorted rows into their groups. A group matching only in part opens to its matching rows. */
export function foldedRows<Row extends { readonly fid: string }>(
  all: readonly ListedRow<Row>[],
  { rowsOf, opened, matches, kept }: Folding<Row>,
): FoldedRows<Row> {
  const groupOf = new Map<string, string>();
  for (const { row } of all) for (const fid of rowsOf(row)) groupOf.set(fid, row.fid);
  const inside = new Map<string, ListedRow<Row>[]>();
  for (const listed of all) {
    const group = groupOf.get(listed.row.fid);
    if (group === undefined) continue;
    const others = inside.get(group);
    if (others === undefined) inside.set(group, [listed]);
    else others.push(listed);
  }
  const fits = ({ row }: ListedRow<Row>): boolean => matches === null || matches(row);
  const rows: ListedRow<Row>[] = [];
  const folds = new Map<string, Fold>();
  const partly = new Set<string>();
  const contexts = new Set<string>();
  let groups = 0;
  let matching = 0;
  for (const listed of all) {
    const { fid } = listed.row;
    if (groupOf.has(fid)) continue;
    const own = inside.get(fid);
    const itself = fits(listed);
    if (own === undefined) {
      if (itself) matching += 1;
      if (itself || fid === kept) rows.push(listed);
      continue;
    }
    groups += 1;
    const found = own.filter(fits);
    if (!itself && found.length === 0 && fid !== kept && !own.some(({ row }) => row.fid === kept)) continue;
    const isPart = !itself && found.length < own.length;
    if (isPart && !opened.has(fid)) partly.add(fid);
    if (isPart) contexts.add(fid);
    const isOpen = opened.has(fid) || isPart;
    const hits = new Set(found);
    const members = found.length === 0 ? own : own.filter((one) => hits.has(one) || one.row.fid === kept);
    matching += found.length === 0 && itself ? own.length : found.length;
    folds.set(fid, isOpen ? 'open' : 'closed');
    rows.push(listed);
    if (!isOpen) continue;
    for (const member of members) folds.set(member.row.fid, 'inside');
    rows.push(...members);
  }
  return {
    rows,
    foldOf: (fid) => folds.get(fid) ?? null,
    groupOf: (fid) => groupOf.get(fid) ?? null,
    isPartlyShown: (fid) => partly.has(fid),
    isContext: (fid) => contexts.has(fid),
    groups,
    matching,
    outer: {
      shown: rows.filter(({ row }) => folds.get(row.fid) !== 'inside').length,
      all: all.filter(({ row }) => !groupOf.has(row.fid)).length,
    },
  };
}
