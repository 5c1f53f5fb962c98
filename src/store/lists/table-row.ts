import type { ListedRow } from '../../api/result.ts';
import { firstFrom } from '../../lib/first-from.ts';
import type { SortKey } from '../../resources/cell.ts';
import type { Counts } from '../../resources/resource.ts';

/** A row of a pane's table with what was derived from it: each is computed again when something that it was read from changes. */
export class TableRow<Row extends { readonly fid: string }> implements ListedRow<Row> {
  readonly listed: ListedRow<Row>;
  /** What it is sorted by. A row with another key is another object, so that its place can be found by the one before. */
  readonly key: SortKey;
  /** Whether it matches the filter, and whether it ended so long ago that it is hidden. */
  fits = true;
  isLongEnded = false;
  /** The title of its group; empty without groups. */
  title = '';
  /** The group that it is shown in; null while it is not shown. */
  shownIn: string | null = null;
  /** Its text for words of a filter; null until it is needed, as those below. */
  text: string | null = null;
  /** The width of each measured text. */
  widths: readonly number[] | null = null;
  /** What it adds to the sums of its group, by column. */
  counts: ReadonlyMap<string, Counts> | null = null;

  constructor(listed: ListedRow<Row>, key: SortKey) {
    this.listed = listed;
    this.key = key;
  }

  get row(): Row {
    return this.listed.row;
  }

  get raw(): string {
    return this.listed.raw;
  }
}

/** Compares two rows by their keys, and rows with the same one by their identifiers. */
export type CompareRows<Row extends { readonly fid: string }> = (one: TableRow<Row>, other: TableRow<Row>) => number;

/** Sorted rows without some and with others, which are found by their keys: the cost of a copy beside that of the change. */
export function spliced<Row extends { readonly fid: string }>(
  rows: readonly TableRow<Row>[],
  removed: Iterable<TableRow<Row>>,
  added: readonly TableRow<Row>[],
  compare: CompareRows<Row>,
): readonly TableRow<Row>[] {
  const steps: { readonly at: number; readonly row: TableRow<Row> | null }[] = [];
  for (const row of removed) {
    const near = firstFrom(rows, row, compare);
    const at = rows[near] === row ? near : rows.indexOf(row);
    if (at >= 0) steps.push({ at, row: null });
  }
  for (const row of added) steps.push({ at: firstFrom(rows, row, compare), row });
  if (steps.length === 0) return rows;
  // What is added at an index comes before the row that is there, whether that stays or not.
  steps.sort((a, b) => a.at - b.at || (a.row === null ? 1 : b.row === null ? -1 : compare(a.row, b.row)));
  const parts: (readonly TableRow<Row>[])[] = [];
  let from = 0;
  for (const { at, row } of steps) {
    parts.push(rows.slice(from, at), row === null ? [] : [row]);
    from = row === null ? at + 1 : at;
  }
  // Copies of whole parts take a fraction of the time of going through them.
  return rows.slice(0, 0).concat(...parts, rows.slice(from));
}
