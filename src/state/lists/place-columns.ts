import { resources } from '../../resources/index.ts';
import type { Column, Resource } from '../../resources/resource.ts';
import type { PaneName } from '../../resources/rows.ts';

/** A column that the operator has chosen; without a width it is as wide as its contents usually are. */
export type ChosenColumn = { readonly id: string; readonly width: number | null };

/** The columns of a pane that were chosen, in their order; null when they are the usual ones. */
export type ChosenColumns = readonly ChosenColumn[] | null;

/** What can be said of a column without a row. */
export type ColumnHead = {
  readonly id: string;
  readonly header: string;
  readonly width: number;
  readonly maxWidth: number;
  readonly align: 'left' | 'right';
  readonly priority: number;
  readonly sorts: boolean;
  readonly groups: boolean;
  /** Whether its width was chosen, so that it neither grows nor takes what room is left. */
  readonly fixed: boolean;
};

/** A column with the width it gets on screen. */
export type PlacedColumn = {
  readonly id: string;
  readonly header: string;
  readonly align: 'left' | 'right';
  readonly width: number;
};

/** Every column that a pane can show, in the order of their declaration. */
export function allColumns<Name extends PaneName>(name: Name): readonly ColumnHead[] {
  const resource: Resource<Name> = resources[name];
  return resource.columns.map(({ id, header, width, maxWidth, align, priority, sortBy, groupBy }) => ({
    id,
    header,
    width,
    maxWidth: maxWidth ?? width,
    align: align ?? 'left',
    priority,
    sorts: sortBy !== undefined,
    groups: groupBy !== undefined,
    fixed: false,
  }));
}

const PROJECT = 'project';
/** With rows of several projects side by side, whose a row is matters nearly as much as how it is. */
const PROJECT_DROPS = 1.5;

/** Whether a pane shows a column unless others have been chosen: that of the project only beside several. */
function isUsual({ id, optional }: Pick<Column<never>, 'id' | 'optional'>, several: boolean): boolean {
  return optional !== true || (several && id === PROJECT);
}

/** The columns that a pane shows unless others have been chosen. */
export function usualColumns<Row>(columns: readonly Column<Row>[], several: boolean): readonly Column<Row>[] {
  const usual = columns.filter((column) => isUsual(column, several));
  if (!several) return usual;
  // Beside the name.
  const project = usual.filter(({ id }) => id === PROJECT);
  const others = usual.filter(({ id }) => id !== PROJECT);
  return [...others.slice(0, 1), ...project, ...others.slice(1)];
}

/** The columns of a pane as they were chosen, or the usual ones; `several` when rows of several projects are shown. */
export function columnsOf<Name extends PaneName>(
  name: Name,
  chosen: ChosenColumns,
  several: boolean,
): readonly ColumnHead[] {
  const all = allColumns(name);
  if (chosen === null) {
    const resource: Resource<Name> = resources[name];
    return usualColumns(resource.columns, several).flatMap(({ id }) => {
      const head = all.find((columnHead) => columnHead.id === id);
      if (head === undefined) return [];
      return several && id === PROJECT ? { ...head, priority: PROJECT_DROPS } : head;
    });
  }
  return chosen.flatMap(({ id, width }) => {
    const head = all.find((columnHead) => columnHead.id === id);
    if (head === undefined) return [];
    return width === null ? head : { ...head, width, maxWidth: width, fixed: true };
  });
}

/** Cursor and mark before the first column. */
export const LEAD = 2;
/** A pane's frame at both sides, and a blank before the right one. */
const AROUND = 3;

/** The columns of a pane that have room in it at a width, frame and all. */
export function columnsIn(
  name: PaneName,
  chosen: ChosenColumns,
  width: number,
  several: boolean,
): readonly PlacedColumn[] {
  return placeColumns(columnsOf(name, chosen, several), width - AROUND - LEAD);
}

/** Between two columns. */
export const GAP = 2;
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
    (kept.some(({ priority }) => priority > ESSENTIAL)
      ? kept.reduce(
          (sum, { priority, width, maxWidth }) =>
            sum + (priority === 0 ? Math.max(0, Math.min(maxWidth, COMFORTABLE) - width) : 0),
          0,
        )
      : 0);
  while (wanted() > room && kept.some(({ priority }) => priority > 0)) {
    const max = Math.max(...kept.map(({ priority }) => priority));
    kept = kept.filter(({ priority }) => priority !== max);
  }
  let spare = room - needed();
  const placed = kept.map(({ id, header, align, width, maxWidth, priority, fixed }) => ({
    id,
    header,
    align,
    width,
    most: maxWidth,
    keeps: priority === 0 && !fixed,
  }));
  for (const column of [...placed.filter(({ keeps }) => keeps), ...placed.filter(({ keeps }) => !keeps)]) {
    const more = Math.max(0, Math.min(spare, column.most - column.width));
    column.width += more;
    spare -= more;
  }
  for (const column of placed) {
    if (column.keeps || spare < 0) {
      column.width = Math.max(1, column.width + spare);
      spare = 0;
    }
  }
  return placed.map(({ id, header, align, width }) => ({ id, header, align, width }));
}
