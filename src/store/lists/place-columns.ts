import { widthOf } from '../../lib/width.ts';
import type { Context } from '../../resources/context.ts';
import type { Panes } from '../../resources/panes.ts';
import type { Column, Live, Resource } from '../../resources/resource.ts';
import type { PaneName } from '../../resources/rows.ts';
import type { ChosenColumns } from '../state.ts';

/** The properties of a column that need no row. */
export type ColumnHead = {
  readonly id: string;
  readonly header: string;
  readonly width: number;
  readonly maxWidth: number;
  readonly align: 'left' | 'right';
  readonly priority: number;
  readonly sorts: boolean;
  /** Whether sorting by it begins with the largest. */
  readonly largestFirst: boolean;
  readonly groups: boolean;
  /** The column beside which its cells are shorter; null when they never are. */
  readonly beside: string | null;
  /** Whether it has exactly its `width`, whatever it contains: chosen by the operator, or declared as steady. */
  readonly fixed: boolean;
  /** The width that it asks for, however little its content needs. */
  readonly reserves: number;
  /** Whether more room, up to `maxWidth`, shows more of its cells. */
  readonly stretches: boolean;
  /** What it reads beside the lists; null for nothing. */
  readonly live: Live | null;
  /** Whether it is shown only when the operator has chosen it. */
  readonly optional: boolean;
  /** Whether it is left out while no row has a value. */
  readonly hidesEmpty: boolean;
};

/** The widths that the contents of columns need, by column, in cells of the terminal. Columns that are not measured are missing. */
export type ContentWidths = {
  readonly whole: ReadonlyMap<string, number>;
  /** The widths of the shorter cells. */
  readonly beside: ReadonlyMap<string, number>;
};

/** A column with the width it gets on screen. */
export type PlacedColumn = {
  readonly id: string;
  readonly header: string;
  readonly align: 'left' | 'right';
  readonly width: number;
  /** Number of blanks before the column; none before the first. */
  readonly gap: number;
  /** The text of its cells: the shorter one while the column with the rest of it is on screen. */
  readonly cells: keyof ContentWidths;
};

/** Whether a column has something to show. */
export const isFilled = ({ live }: Pick<ColumnHead, 'live'>, { own }: Pick<Context, 'own'>): boolean =>
  live === null || own(live.isRead);

const headsOf = new WeakMap<object, readonly ColumnHead[]>();

/** Every column that a pane can show, in the order of their declaration. */
export function allColumns<Name extends PaneName>(panes: Panes, name: Name): readonly ColumnHead[] {
  const { columns }: Resource<Name> = panes[name];
  const known = headsOf.get(columns);
  if (known !== undefined) return known;
  const heads = columns.map(
    (column): ColumnHead => ({
      id: column.id,
      header: column.header,
      width: column.width,
      maxWidth: column.maxWidth ?? column.width,
      align: column.align ?? 'left',
      priority: column.priority,
      sorts: column.sortBy !== undefined,
      largestFirst: column.largestFirst === true,
      groups: column.groupBy !== undefined,
      beside: column.beside?.column ?? null,
      fixed: column.steady === true,
      reserves: column.reserves ?? 0,
      stretches: column.draw !== undefined,
      live: column.live ?? null,
      optional: column.optional === true,
      hidesEmpty: column.hidesEmpty === true,
    }),
  );
  headsOf.set(columns, heads);
  return heads;
}

const PROJECT = 'project';
/** Priority of the project column when rows of several projects are shown: just after the status. */
const PROJECT_PRIORITY = 1.5;

/** Whether a pane shows a column by default; the project's only when several projects are shown. */
function isUsual({ id, optional }: Pick<Column<never>, 'id' | 'optional'>, several: boolean): boolean {
  return optional !== true || (several && id === PROJECT);
}

/** The columns that a pane shows by default. */
export function usualColumns<Row>(columns: readonly Column<Row>[], several: boolean): readonly Column<Row>[] {
  const usual = columns.filter((column) => isUsual(column, several));
  if (!several) return usual;
  // Directly after the name.
  const project = usual.filter(({ id }) => id === PROJECT);
  const others = usual.filter(({ id }) => id !== PROJECT);
  return [...others.slice(0, 1), ...project, ...others.slice(1)];
}

/** The chosen columns of a pane, or the usual ones; `several` when rows of several projects are shown. */
export function columnsOf<Name extends PaneName>(
  panes: Panes,
  name: Name,
  chosen: ChosenColumns,
  several: boolean,
): readonly ColumnHead[] {
  const all = allColumns(panes, name);
  if (chosen === null) {
    const resource: Resource<Name> = panes[name];
    return usualColumns(resource.columns, several).flatMap(({ id }) => {
      const head = all.find((columnHead) => columnHead.id === id);
      if (head === undefined) return [];
      return several && id === PROJECT ? { ...head, priority: PROJECT_PRIORITY } : head;
    });
  }
  return chosen.flatMap(({ id, width }) => {
    const head = all.find((columnHead) => columnHead.id === id);
    if (head === undefined) return [];
    const chosenHead = { ...head, hidesEmpty: false };
    return width === null ? chosenHead : { ...chosenHead, width, maxWidth: width, fixed: true };
  });
}

/** Smallest and largest width between two columns. */
export const GAP = 2;
const MAX_GAP = 4;
/** Highest priority of columns for which name and status are squeezed. */
const ESSENTIAL = 4;

/** A column with the widths it asks for: squeezed, before others that are cut, and whole. */
type Demand = {
  readonly head: ColumnHead;
  readonly cells: keyof ContentWidths;
  readonly least: number;
  readonly share: number;
  readonly need: number;
};

/**
 * The columns that fit into a width, with their widths. Columns are dropped by priority while the others don't fit when
 * squeezed. Free room then goes to columns that are cut, by priority, and only what none of them needs to the gaps.
 */
export function placeColumns(
  heads: readonly ColumnHead[],
  room: number,
  content: ContentWidths,
): readonly PlacedColumn[] {
  let shown = heads.filter(({ id, hidesEmpty }) => !hidesEmpty || content.whole.has(id));
  let demands = demandsOf(shown, content);
  while (leastRoom(demands) > room && shown.some(({ priority }) => priority > 0)) {
    const lowest = Math.max(...shown.map(({ priority }) => priority));
    shown = shown.filter(({ priority }) => priority !== lowest);
    demands = demandsOf(shown, content);
  }
  const widths = new Map(demands.map(({ head, least }) => [head.id, least]));
  let spare = room - leastRoom(demands);
  const byPriority = demands.toSorted((a, b) => a.head.priority - b.head.priority);
  for (const upTo of ['share', 'need'] as const) {
    for (const demand of byPriority) {
      const width = widths.get(demand.head.id) ?? 0;
      const more = Math.max(0, Math.min(spare, demand[upTo] - width));
      widths.set(demand.head.id, width + more);
      spare -= more;
    }
  }
  // The name alone is wider than the room, or the chosen widths are.
  for (const { head, least } of demands) {
    if (spare >= 0) break;
    widths.set(head.id, Math.max(1, least + spare));
    spare += least - Math.max(1, least + spare);
  }
  const gaps = demands.length - 1;
  const gap = gaps === 0 ? GAP : Math.min(MAX_GAP, GAP + Math.floor(Math.max(0, spare) / gaps));
  return demands.map(({ head: { id, header, align }, cells }, n) => ({
    id,
    header,
    align,
    width: widths.get(id) ?? 0,
    gap: n === 0 ? 0 : gap,
    cells,
  }));
}

/** The room that columns take when squeezed, with the smallest gaps. */
function leastRoom(demands: readonly Demand[]): number {
  return demands.reduce((sum, { least }) => sum + least + GAP, -GAP);
}

/** What each of some columns asks for when they are shown together. */
function demandsOf(shown: readonly ColumnHead[], content: ContentWidths): readonly Demand[] {
  // Names that are cut look alike, and so do statuses: columns that are less important are dropped first.
  const hasMore = shown.some(({ priority }) => priority > ESSENTIAL);
  return shown.map((head) => {
    const { id, header, width, maxWidth, priority, fixed, reserves, stretches } = head;
    const cells = shown.some((other) => other.id === head.beside) ? 'beside' : 'whole';
    const asked = content[cells].get(id) ?? (stretches ? maxWidth : width);
    const need = fixed ? width : Math.max(widthOf(header), reserves, asked);
    const whole = priority === 0 ? maxWidth : Math.max(width, reserves);
    const least = Math.min(need, hasMore ? whole : width);
    return { head, cells, least, share: Math.min(need, maxWidth), need };
  });
}
