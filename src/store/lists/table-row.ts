import type { ListedRow } from '../../api/result.ts';
import { firstWhere } from '../../lib/intervals.ts';
import type { SortKey } from '../../resources/cell.ts';
import type { Counts } from '../../resources/resource.ts';

export class TableRow<Row extends { readonly fid: string }> implements ListedRow<Row> {
  readonly listed: ListedRow<Row>;
  /** A row with another key is another object, so the old key finds its place. */
  readonly key: SortKey;
  fits = true;
  isLongEnded = false;
  title = '';
  /** Title of its group; null while hidden. */
  shownIn: string | null = null;
  /** Text for words of a filter; null until needed, as the members below. */
  text: string | null = null;
  widths: readonly number[] | null = null;
  /** Its part in the sums of its group, by column. */
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

export type CompareRows<Row extends { readonly fid: string }> = (one: TableRow<Row>, other: TableRow<Row>) => number;

/** Most changed rows that are put in place one by one; with more, all are sorted again. */
const MOST_SPLICED = 200;

/** Takes rows out of sorted ones and puts others in, without a copy: copying 100,000 is most of the cost. */
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
    const near = firstWhere(rows, (other) => compare(other, row) >= 0);
    const at = rows[near] === row ? near : rows.indexOf(row);
    if (at >= 0) rows.splice(at, 1);
  }
  for (const row of added)
    rows.splice(
      firstWhere(rows, (other) => compare(other, row) >= 0),
      0,
      row,
    );
}
