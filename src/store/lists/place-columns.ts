import { widthOf } from '../../lib/width.ts';
import type { Context } from '../../resources/context.ts';
import { type SearchedColumns, textIn } from '../../resources/filter/match.ts';
import type { Panes } from '../../resources/panes.ts';
import type { Column, Live, Resource } from '../../resources/resource.ts';
import type { PaneName } from '../../resources/rows.ts';
import type { ChosenColumns } from '../state.ts';

/** Properties that need no row. */
export type ColumnHead = {
  readonly id: string;
  readonly header: string;
  readonly width: number;
  readonly maxWidth: number;
  readonly align: 'left' | 'right';
  readonly priority: number;
  readonly sorts: boolean;
  /** Sorting by it begins with the largest. */
  readonly largestFirst: boolean;
  readonly groups: boolean;
  readonly beside: string | null;
  /** It has exactly its `width`, chosen or declared as steady. */
  readonly fixed: boolean;
  /** Kept even for little content. */
  readonly reserves: number;
  /** Shows more of its cells with more room, up to `maxWidth`. */
  readonly stretches: boolean;
  readonly live: Live | null;
  /** Shown only when the operator has chosen it. */
  readonly optional: boolean;
  readonly hidesEmpty: boolean;
};

/** Widths of measured contents by column, in cells of the terminal. */
export type ContentWidths = {
  readonly whole: ReadonlyMap<string, number>;
  readonly beside: ReadonlyMap<string, number>;
};

export type PlacedColumn = {
  readonly id: string;
  readonly header: string;
  readonly align: 'left' | 'right';
  readonly width: number;
  readonly gap: number;
  /** The shorter cells while the column with the rest is on screen. */
  readonly cells: keyof ContentWidths;
};

export const isFilled = ({ live }: Pick<ColumnHead, 'live'>, { own }: Pick<Context, 'own'>): boolean =>
  live === null || own(live.isRead);

const headsOf = new WeakMap<object, readonly ColumnHead[]>();

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
/** Just after the status, when several projects are shown. */
const PROJECT_PRIORITY = 1.5;

/** The project's column only when several are shown. */
function isUsual({ id, optional }: Pick<Column<never>, 'id' | 'optional'>, several: boolean): boolean {
  return optional !== true || (several && id === PROJECT);
}

export function usualColumns<Row>(columns: readonly Column<Row>[], several: boolean): readonly Column<Row>[] {
  const usual = columns.filter((column) => isUsual(column, several));
  if (!several) return usual;
  const project = usual.filter(({ id }) => id === PROJECT);
  const others = usual.filter(({ id }) => id !== PROJECT);
  return [...others.slice(0, 1), ...project, ...others.slice(1)];
}

/** The chosen columns, or the usual ones; `several` projects add theirs. */
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

export const GAP = 2;
const MAX_GAP = 4;
/** Highest priority of columns worth squeezing name and status for. */
const ESSENTIAL = 4;

/** Squeezed, before cut columns get room, and whole. */
type Demand = {
  readonly head: ColumnHead;
  readonly cells: keyof ContentWidths;
  readonly least: number;
  readonly share: number;
  readonly need: number;
};

/**
 * Columns are dropped by priority while the others don't fit squeezed; free room goes to cut columns by priority, then
 * to the gaps.
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
  // Even the name, or the chosen widths, have no room.
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

function leastRoom(demands: readonly Demand[]): number {
  return demands.reduce((sum, { least }) => sum + least + GAP, -GAP);
}

function demandsOf(shown: readonly ColumnHead[], content: ContentWidths): readonly Demand[] {
  // Cut names and statuses look alike, so less important columns are dropped first.
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

export const searchedWords = <Row>(
  columns: readonly Column<Row>[],
  chosen: ChosenColumns,
  several: boolean,
): readonly Column<Row>[] =>
  chosen === null
    ? usualColumns(columns, several)
    : columns.filter(({ id }) => chosen.some((chosenColumn) => chosenColumn.id === id));

export function searchColumns<Row extends { readonly fid: string }>(
  columns: readonly Column<Row>[],
  chosen: ChosenColumns,
  several: boolean,
  context: Context,
): SearchedColumns<Row> {
  const words = searchedWords(columns, chosen, several);
  const texts = new Map<Row, string>();
  return {
    all: columns,
    words,
    text: (row) => {
      const known = texts.get(row) ?? textIn(row, words, context);
      texts.set(row, known);
      return known;
    },
  };
}
