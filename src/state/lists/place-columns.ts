import { resources } from '../../resources/index.ts';
import type { Column, Resource } from '../../resources/resource.ts';
import type { PaneName } from '../../resources/rows.ts';

/** A column that the operator has chosen; without a width it has the usual one. */
export type ChosenColumn = { readonly id: string; readonly width: number | null };

/** The chosen columns of a pane, in their order; null for the usual ones. */
export type ChosenColumns = readonly ChosenColumn[] | null;

/** The properties of a column that need no row. */
export type ColumnHead = {
  readonly id: string;
  readonly header: string;
  readonly width: number;
  readonly maxWidth: number;
  readonly align: 'left' | 'right';
  readonly priority: number;
  readonly sorts: boolean;
  readonly groups: boolean;
  /** Whether its width was chosen, so that it does not take free room. */
  readonly fixed: boolean;
};

/** A column with the width it gets on screen. */
export type PlacedColumn = {
  readonly id: string;
  readonly header: string;
  readonly align: 'left' | 'right';
  readonly width: number;
};

/** Returns every column that a pane can show, in the order of their declaration. */
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
/** Priority of the project column when rows of several projects are shown: just after the status. */
const PROJECT_PRIORITY = 1.5;

/** Whether a pane shows a column by default; the project's only when several projects are shown. */
function isUsual({ id, optional }: Pick<Column<never>, 'id' | 'optional'>, several: boolean): boolean {
  return optional !== true || (several && id === PROJECT);
}

/** Returns the columns that a pane shows by default. */
export function usualColumns<Row>(columns: readonly Column<Row>[], several: boolean): readonly Column<Row>[] {
  const usual = columns.filter((column) => isUsual(column, several));
  if (!several) return usual;
  // Directly after the name.
  const project = usual.filter(({ id }) => id === PROJECT);
  const others = usual.filter(({ id }) => id !== PROJECT);
  return [...others.slice(0, 1), ...project, ...others.slice(1)];
}

/** Returns the chosen columns of a pane, or the usual ones; `several` when rows of several projects are shown. */
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
      return several && id === PROJECT ? { ...head, priority: PROJECT_PRIORITY } : head;
    });
  }
  return chosen.flatMap(({ id, width }) => {
    const head = all.find((columnHead) => columnHead.id === id);
    if (head === undefined) return [];
    return width === null ? head : { ...head, width, maxWidth: width, fixed: true };
  });
}

/** Width of cursor and mark before the first column. */
export const LEAD = 2;
/** Width of a pane's borders, and of the blank before the right one. */
const AROUND = 3;

/** Returns the columns that fit into a pane of a width, borders included. */
export function columnsIn(
  name: PaneName,
  chosen: ChosenColumns,
  width: number,
  several: boolean,
): readonly PlacedColumn[] {
  return placeColumns(columnsOf(name, chosen, several), width - AROUND - LEAD);
}

/** Width between two columns. */
export const GAP = 2;
/** Highest priority of columns for which the name is shortened. */
const ESSENTIAL = 3;
/** Width at which a name is hardly ever cut. */
const COMFORTABLE = 17;

/**
 * Returns the columns that fit into a width, with their widths; columns are dropped by priority. Free room goes to the column
 * that is never dropped until it has enough, then to others that can grow, and the rest to the first again.
 */
export function placeColumns(heads: readonly ColumnHead[], room: number): readonly PlacedColumn[] {
  let remaining = [...heads];
  const needed = (): number => remaining.reduce((sum, { width }) => sum + width + GAP, -GAP);
  // The column that is never dropped is not squeezed in favour of columns that can be dropped.
  const wanted = (): number =>
    needed() +
    (remaining.some(({ priority }) => priority > ESSENTIAL)
      ? remaining.reduce(
          (sum, { priority, width, maxWidth }) =>
            sum + (priority === 0 ? Math.max(0, Math.min(maxWidth, COMFORTABLE) - width) : 0),
          0,
        )
      : 0);
  while (wanted() > room && remaining.some(({ priority }) => priority > 0)) {
    const lowest = Math.max(...remaining.map(({ priority }) => priority));
    remaining = remaining.filter(({ priority }) => priority !== lowest);
  }
  let spare = room - needed();
  const placed = remaining.map(({ id, header, align, width, maxWidth, priority, fixed }) => ({
    id,
    header,
    align,
    width,
    maxWidth,
    isMain: priority === 0 && !fixed,
  }));
  for (const column of [...placed.filter(({ isMain }) => isMain), ...placed.filter(({ isMain }) => !isMain)]) {
    const more = Math.max(0, Math.min(spare, column.maxWidth - column.width));
    column.width += more;
    spare -= more;
  }
  for (const column of placed) {
    if (column.isMain || spare < 0) {
      column.width = Math.max(1, column.width + spare);
      spare = 0;
    }
  }
  return placed.map(({ id, header, align, width }) => ({ id, header, align, width }));
}
