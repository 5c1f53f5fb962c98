import type { ListedRow } from '../../api/result.ts';
import type { Context } from '../../resources/context.ts';
import { meets, type SearchedColumns } from '../../resources/filter/match.ts';
import { EVERYTHING, parseFilter } from '../../resources/filter/parse.ts';
import { joinedLists, serviceLists, serviceResources } from '../../resources/index.ts';
import type { Resource } from '../../resources/resource.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import type { HiddenMarks } from '../question.ts';
import { contextOf } from '../row-context.ts';
import { type ConsoleState, drawnLists, type View } from '../state.ts';
import { type Ending, isLongEnded } from './ended-rows.ts';
import { type FoldedRows, foldedRows } from './fold-rows.ts';
import { type Group, grouped, type NoteOf } from './group-rows.ts';
import { type SearchTexts, searchTexts } from './search-text.ts';
import { isOrderOf, type Order, ordered } from './sort-rows.ts';
import { areStill, type OwnReads, trackOwn } from './track-reads.ts';

/** The rows of a pane as shown: filtered and sorted, removed ones included. */
export type VisibleRows<Row> = {
  readonly rows: readonly ListedRow<Row>[];
  /** The index of a row, or -1. `expected` is searched first, then its neighbourhood. */
  readonly indexOf: (fid: string, expected?: number) => number;
  /** The groups of the rows, in their order; none when the rows are not grouped. */
  readonly groups: readonly Group[];
  /** The row under the cursor when it no longer matches the filter: it keeps its place, drawn as gone. Else null. */
  readonly ghost: string | null;
  /** Rows that ended long ago, and are not shown; `kept` is such a row under the cursor, which is. */
  readonly ended: { readonly hidden: number; readonly kept: string | null };
  /** How the rows are folded into groups that open; null in a list without such groups. */
  readonly folded: FoldedRows<Row> | null;
};

type CachedRows<Row> = {
  readonly order: Order<Row>;
  readonly dependencies: readonly unknown[];
  /** What filter and groups have read of features. */
  readonly reads: OwnReads;
  readonly query: RowQuery;
  readonly texts: SearchTexts<Row>;
  readonly visible: VisibleRows<Row>;
};

/** The parts of a view that decide which rows are shown, and how they are grouped. */
type RowQuery = Pick<View, 'filter' | 'columns' | 'group' | 'cursor' | 'opened' | 'showsEnded'>;

type RowCache = { readonly [Name in PaneName]?: CachedRows<Rows[Name]> };

const rowCache = new WeakMap<ConsoleState['connected'], RowCache>();

/**
 * The rows that a pane shows, cached until its rows, its view or a joined list changes. While a filter is typed the
 * sorted order is reused. What is known of features changes only what depends on it.
 */
export function visibleRows<Name extends PaneName>(state: ConsoleState, name: Name): VisibleRows<Rows[Name]> {
  const list = drawnLists(state)[name];
  const { filter, sort, columns: chosen, group, cursor, cursorIndex: index, opened, showsEnded } = state.views[name];
  const cache = rowCache.get(state.connected) ?? {};
  const known: CachedRows<Rows[Name]> | undefined = cache[name];
  const context = contextOf(state);
  const dependencies = contextDependencies(state);
  const moved =
    known === undefined ||
    known.dependencies.some((part, at) => part !== dependencies[at]) ||
    !areStill(known.texts.reads, context);
  const sameReads = known === undefined || areStill(known.reads, context);
  const sameOrder =
    known !== undefined && !(moved && known.order.hasVolatileDeps) && isOrderOf(known.order, list, sort, context);
  const resource: Resource<Name> = state.features.panes[name];
  const { columns } = resource;
  const order = sameOrder ? known.order : ordered(list, known?.order ?? null, sort, columns, context);
  const plain = filter === '' && group === null;
  const before = known?.query;
  const hides = filter === '' && !showsEnded && resource.hasEnded !== undefined;
  const sameGhost =
    (plain && !hides) ||
    before?.cursor === cursor ||
    (known?.visible.ghost === null && known.visible.ended.kept === null && isAmong(known.visible, cursor, index));
  const sameFolds = before?.opened === opened;
  const sameQuery =
    sameGhost &&
    sameFolds &&
    before?.showsEnded === showsEnded &&
    before?.columns === chosen &&
    before?.group === group &&
    before?.filter === filter;
  if (known !== undefined && sameQuery && order.rows === known.order.rows && (plain || (!moved && sameReads))) {
    if (moved) known.texts.setContext(context, dependencies);
    if (!sameOrder || moved) store({ ...known, order, dependencies });
    return known.visible;
  }
  const texts =
    known !== undefined && before?.columns === chosen
      ? known.texts
      : searchTexts(columns, chosen, state.connected.allProjects, context);
  texts.setContext(context, dependencies);
  const tracked = trackOwn(context);
  const current = hides ? withoutEnded(order.rows, resource, list.endedAt, state.now, cursor) : ALL_SHOWN;
  const shown = current.rows === null ? order : { ...order, rows: current.rows };
  const visible = {
    ...filtered(shown, filter, texts.columns, { group, cursor, opened }, tracked.context, resource),
    ended: current.ended,
  };
  const query: RowQuery = { filter, columns: chosen, group, cursor, opened, showsEnded };
  store({ order, dependencies, reads: tracked.reads, query, texts, visible });
  return visible;

  function store(next: CachedRows<Rows[Name]>): void {
    rowCache.set(state.connected, { ...cache, [name]: next });
  }
}

const ALL_SHOWN = { rows: null, ended: { hidden: 0, kept: null } } as const;

/** Rows without those that ended long ago, but for the one under the cursor; null when there is no such row. */
function withoutEnded<Row extends { readonly fid: string }>(
  rows: readonly ListedRow<Row>[],
  ending: Ending<Row>,
  seen: ReadonlyMap<string, number>,
  now: number,
  cursor: string | null,
): { readonly rows: readonly ListedRow<Row>[] | null; readonly ended: VisibleRows<Row>['ended'] } {
  let kept: string | null = null;
  const left = rows.filter(({ row }) => {
    if (!isLongEnded(row, ending, seen, now)) return true;
    if (row.fid !== cursor) return false;
    kept = cursor;
    return true;
  });
  return left.length === rows.length && kept === null
    ? ALL_SHOWN
    : { rows: left, ended: { hidden: rows.length - left.length, kept } };
}

/** Whether the cursor's row is shown, or there is no cursor. */
const isAmong = ({ indexOf }: Pick<VisibleRows<unknown>, 'indexOf'>, cursor: string | null, index: number): boolean =>
  cursor === null || indexOf(cursor, index) >= 0;

/** What texts and groups depend on apart from the rows: joined lists, pending writes and preemptions. */
function contextDependencies(state: ConsoleState): readonly unknown[] {
  const lists = drawnLists(state);
  return [...joinedLists.map((name) => lists[name].rows), state.pending, state.preempting, state.raised];
}

/** Rows whose search text is computed in one step, which takes a few milliseconds. */
const WARM_UP_ROWS = 500;

/** Computes search texts of a pane before a filter needs them, from an index on. Returns the next index, or null at the end. */
export function warmSearchText<Name extends PaneName>(state: ConsoleState, name: Name, from: number): number | null {
  visibleRows(state, name);
  const cache: RowCache = rowCache.get(state.connected) ?? {};
  const known: CachedRows<Rows[Name]> | undefined = cache[name];
  if (known === undefined) return null;
  const { order, texts } = known;
  texts.setContext(contextOf(state), contextDependencies(state));
  for (const { row } of order.rows.slice(from, from + WARM_UP_ROWS)) texts.columns.text(row);
  return from + WARM_UP_ROWS < order.rows.length ? from + WARM_UP_ROWS : null;
}

/** How the rows of a resource form groups, and what is said of one. */
type Grouping<Row> = {
  readonly rowsOfGroup?: (row: Row) => readonly string[];
  readonly groupNote?: NoteOf<Row>;
};

function filtered<Row extends { readonly fid: string }>(
  order: Order<Row>,
  text: string,
  columns: SearchedColumns<Row>,
  { group, cursor, opened }: Pick<View, 'group' | 'cursor' | 'opened'>,
  context: Context,
  { rowsOfGroup: rowsOf, groupNote: noteOf }: Grouping<Row>,
): Omit<VisibleRows<Row>, 'ended'> {
  const read = parseFilter(text, columns.all);
  // An unreadable filter filters nothing; its error is shown where it is typed.
  const filter = read.ok ? read.value : EVERYTHING;
  const fits = (row: Row): boolean => meets(row, filter, columns, context);
  const matches = filter.kind === 'all' && filter.of.length === 0 ? null : fits;
  const folded = rowsOf === undefined ? null : foldedRows(order.rows, { rowsOf, opened, matches, kept: cursor });
  const matching =
    folded !== null
      ? folded.rows
      : matches === null
        ? order.rows
        : order.rows.filter(({ row }) => row.fid === cursor || fits(row));
  const under = cursor === null || matches === null ? undefined : matching.find(({ row }) => row.fid === cursor);
  const ghost = under === undefined || folded?.foldOf(under.row.fid) != null || fits(under.row) ? null : under.row.fid;
  const { rows, groups } = grouped(matching, group, columns.all, context, folded, noteOf);
  let index: ReadonlyMap<string, number> | null = null;
  return {
    rows,
    indexOf: (fid, expected) => {
      const near = expected === undefined ? -1 : indexNear(rows, fid, expected);
      if (near >= 0) return near;
      index ??= new Map(rows.map(({ row }, at) => [row.fid, at]));
      return index.get(fid) ?? -1;
    },
    groups,
    ghost,
    folded,
  };
}

/** Distance from the expected index within which a row is searched before an index of all rows is built. */
const MAX_DISTANCE = 200;

function indexNear(rows: readonly ListedRow<{ readonly fid: string }>[], fid: string, expected: number): number {
  for (let away = 0; away <= MAX_DISTANCE; away++) {
    if (rows[expected + away]?.row.fid === fid) return expected + away;
    if (rows[expected - away]?.row.fid === fid) return expected - away;
  }
  return -1;
}

/** Whether a list that the order may read is still on its way for the first time: the cursor then waits at the top, on no row. */
function isStillOrdered({ lists }: Pick<ConsoleState, 'lists'>, name: PaneName): boolean {
  const list = serviceLists.find((one) => one === name);
  const joins = list === undefined ? [] : serviceResources[list].joins;
  return joins.some((joined) => lists[joined].fetchedAt === null && lists[joined].failure === null);
}

/**
 * Finds the cursor among the rows as they are shown now. It follows its row, or the group that its row has joined, and stays at its index,
 * on no other row, when the row is gone. In lists with the newest on top, a cursor at the top stays there, unless the pane is
 * focused and a key may be under way. `index` is -1 without rows, `fid` null while the cursor is on no row.
 */
export function cursorFound(
  state: ConsoleState,
  name: PaneName,
): { readonly fid: string | null; readonly index: number } {
  const visible = visibleRows(state, name);
  const { rows, indexOf } = visible;
  const { cursor, cursorIndex: last } = state.views[name];
  if (last === 0 && state.features.panes[name].followsTop === true && state.focus !== name)
    return { fid: rows[0]?.row.fid ?? null, index: Math.min(0, rows.length - 1) };
  const fid = cursor === null ? null : shownAs(visible, cursor, last);
  const at = fid === null ? -1 : indexOf(fid, last);
  const index = at >= 0 ? at : Math.min(last, rows.length - 1);
  const waits = fid === null && isStillOrdered(state, name);
  return { fid: waits ? null : (fid ?? rows[index]?.row.fid ?? null), index };
}

/** The cursor's index: that of its row, or its last one when the row is gone; -1 without rows. */
export const cursorIndex = (state: ConsoleState, name: PaneName): number => cursorFound(state, name).index;

/** The row under the cursor; undefined when the pane does not show it. */
export function cursorRow<Name extends PaneName>(state: ConsoleState, name: Name): ListedRow<Rows[Name]> | undefined {
  const { fid, index } = cursorFound(state, name);
  const at = visibleRows(state, name).rows[index];
  return fid === null || at?.row.fid === fid ? at : undefined;
}

/** The fid under which a row is shown: its own, or that of its group while the group hides it. `expected` is its likely index. */
export function shownAs<Row>({ indexOf, folded }: VisibleRows<Row>, fid: string, expected?: number): string {
  return indexOf(fid, expected) >= 0 ? fid : (folded?.groupOf(fid) ?? fid);
}

/** Whether a row has been removed and is only still shown: no action is possible. */
export function isRemoving(state: ConsoleState, name: PaneName, fid: string): boolean {
  const list = drawnLists(state)[name];
  return list.removing.has(fid) && !list.rows.has(fid);
}

/** Whether a row is drawn as gone: it left the list, or the filter hides it and the cursor keeps its place. */
export function isGone(state: ConsoleState, name: PaneName, fid: string): boolean {
  return isRemoving(state, name, fid) || visibleRows(state, name).ghost === fid;
}

/** Why no action is possible on the row under the cursor. */
export function whyGone<Name extends PaneName>(state: ConsoleState, name: Name): string {
  const { one, labelOf }: Pick<Resource<Name>, 'one' | 'labelOf'> = state.features.panes[name];
  const at = cursorRow(state, name);
  if (at !== undefined && visibleRows(state, name).ghost === at.row.fid && !isRemoving(state, name, at.row.fid))
    return `${labelOf(at.row)} no longer fits the filter. Move to another row first.`;
  if (at !== undefined) return `${labelOf(at.row)} is gone.`;
  return visibleRows(state, name).rows.length === 0
    ? `There is no ${one} here.`
    : `The ${one} under the cursor is gone. Move to another row first.`;
}

/** The shown rows that are not gone, without groups of which only a part matches the filter: their rows are there. */
export function presentRows<Name extends PaneName>(state: ConsoleState, name: Name): readonly ListedRow<Rows[Name]>[] {
  const { rows, folded } = visibleRows(state, name);
  return rows.filter(({ row }) => !isGone(state, name, row.fid) && folded?.isContext(row.fid) !== true);
}

/** The rows that an action applies to: the shown marked rows, or the row under the cursor, without rows that are gone. */
export function targetsIn<Name extends PaneName>(state: ConsoleState, name: Name): readonly Rows[Name][] {
  const { rows, indexOf } = visibleRows(state, name);
  const { marks } = state.views[name];
  const marked = [...marks].flatMap((fid) => rows[indexOf(fid)] ?? []);
  const at = cursorRow(state, name);
  const chosen = marked.length > 0 ? marked : at === undefined ? [] : [at];
  return chosen.map(({ row }) => row).filter(({ fid }) => !isGone(state, name, fid));
}

/** The marked rows that the filter hides from an action; null when it hides none. */
export function hiddenMarks(state: ConsoleState, name: PaneName): HiddenMarks | null {
  const { indexOf, ghost } = visibleRows(state, name);
  const fids = [...state.views[name].marks].filter((fid) => state.lists[name].rows.has(fid));
  const hidden = fids.filter((fid) => fid === ghost || indexOf(fid) < 0).length;
  return hidden === 0 ? null : { hidden, marked: fids.length, fids };
}

/** Why there is no row to show; null when the cursor is on one. */
export function noRow(state: ConsoleState): string | null {
  return cursorRow(state, state.focus) === undefined ? whyGone(state, state.focus) : null;
}
