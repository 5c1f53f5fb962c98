import type { PaneName, Resource } from '../resources/resource.ts';
import { resources } from '../resources/resources.ts';

/** What can be said of a column without a row. */
export type ColumnHead = {
  readonly id: string;
  readonly header: string;
  readonly width: number;
  readonly grows: number;
  readonly align: 'left' | 'right';
  readonly drops: number;
  readonly sorts: boolean;
};

/** A column with the width it gets on screen. */
export type PlacedColumn = {
  readonly id: string;
  readonly header: string;
  readonly align: 'left' | 'right';
  readonly width: number;
};

/** The columns of a pane, in order. */
export function columnsOf<Name extends PaneName>(name: Name): readonly ColumnHead[] {
  const resource: Resource<Name> = resources[name];
  return resource.columns.map(({ id, header, width, grows, align, drops, sortBy }) => ({
    id,
    header,
    width,
    grows: grows ?? width,
    align: align ?? 'left',
    drops,
    sorts: sortBy !== undefined,
  }));
}

const GAP = 2;
/** Columns that drop no later than this are worth a shorter name. */
const ESSENTIAL = 3;
/** A name of this width is hardly ever cut. */
const COMFORTABLE = 17;

/**
 * The columns that fit into a width, and how wide each is: they drop by priority. What room is left goes to the
 * one that never drops until it has enough, then to the others that can grow, and what remains to it again.
 */
export function placeColumns(heads: readonly ColumnHead[], room: number): readonly PlacedColumn[] {
  let kept = [...heads];
  const needed = (): number => kept.reduce((sum, { width }) => sum + width + GAP, -GAP);
  // While there are columns that can be done without, the one that never drops is not squeezed for them.
  const wanted = (): number =>
    needed() +
    (kept.some(({ drops }) => drops > ESSENTIAL)
      ? kept.reduce((sum, { drops, width, grows }) => sum + (drops === 0 ? Math.min(grows, COMFORTABLE) - width : 0), 0)
      : 0);
  while (wanted() > room && kept.some(({ drops }) => drops > 0)) {
    const most = Math.max(...kept.map(({ drops }) => drops));
    kept = kept.filter(({ drops }) => drops !== most);
  }
  let spare = room - needed();
  const placed = kept.map(({ id, header, align, width, grows, drops }) => ({
    id,
    header,
    align,
    width,
    most: grows,
    keeps: drops === 0,
  }));
  for (const column of [...placed.filter(({ keeps }) => keeps), ...placed.filter(({ keeps }) => !keeps)]) {
    const more = Math.max(0, Math.min(spare, column.most - column.width));
    column.width += more;
    spare -= more;
  }
  for (const column of placed) {
    if (column.keeps) column.width = Math.max(1, column.width + spare);
  }
  return placed.map(({ id, header, align, width }) => ({ id, header, align, width }));
}
