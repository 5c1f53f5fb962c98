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

/** Most rows that are taken out and put in one by one: for more, all are sorted again. */
const MOST_SPLICED = 200;

/** Takes rows out of sorted ones and puts others in. No copy is made of the others: with 100,000 of them that is most of the cost. */
export function splice<Row extends { readonly fid: string }>(
  rows: TableRow<Row>[],
  removed: ReadonlySet<TableRow<Row>>,
  added: ReadonlySet<TableRow<Row>>,
  compare: CompareRows<Row>,
): void {
  if (removed.size + added.size > MOST_SPLICED) {
    const stay = rows.filter((row) => !removed.has(row));
    rows.length = 0;
    for (const row of stay) rows.push(row);
    for (const row of added) rows.push(row);
    rows.sort(compare);
    return;
  }
  for (const row of removed) {
    const near = firstFrom(rows, row, compare);
    const at = rows[near] === row ? near : rows.indexOf(row);
    if (at >= 0) rows.splice(at, 1);
  }
  for (const row of added) rows.splice(firstFrom(rows, row, compare), 0, row);
}
