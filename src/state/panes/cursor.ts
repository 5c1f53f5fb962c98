import { paneNames, resources } from '../../resources/index.ts';
import type { PaneName } from '../../resources/rows.ts';
import { type Group, lineOfRow } from '../lists/group-rows.ts';
import { columnsOf } from '../lists/place-columns.ts';
import { cursorIndex, cursorRow, isGone, presentRows, visibleRows } from '../lists/visible-rows.ts';
import { type ConsoleState, type View, withView } from '../state.ts';
import { layoutOf, panesOn, rowsIn } from './layout.ts';

/** The focus goes to a pane, and what it needs comes on screen with it. */
export function paneFocused(state: ConsoleState, name: PaneName): ConsoleState {
  const { side: own } = resources[name];
  const side = own === 'main' ? state.side : own;
  return state.focus === name && state.side === side ? state : { ...state, focus: name, side };
}

/** The focus goes on by so many panes, around in the order of their keys. */
export function focusMoved(state: ConsoleState, by: 1 | -1): ConsoleState {
  const at = paneNames.indexOf(state.focus);
  const next = paneNames[(at + by + paneNames.length) % paneNames.length];
  return next === undefined ? state : paneFocused(state, next);
}

/** How many rows a pane shows at once. */
export function pageOf(state: ConsoleState, name: PaneName): number {
  return rowsIn(panesOn(layoutOf(state)).find((pane) => pane.name === name));
}

/** The cursor goes to the row at a place; a place beyond either end means that end. */
export function cursorAt(state: ConsoleState, name: PaneName, index: number): ConsoleState {
  const { rows, groups } = visibleRows(state, name);
  const at = Math.max(0, Math.min(index, rows.length - 1));
  const fid = rows[at]?.row.fid ?? null;
  return withView(state, name, {
    cursor: fid,
    cursorIndex: at,
    ...rangeTo(state, name, at),
    top: topOfWindow(state.views[name].top, at, pageOf(state, name), { rows, groups }),
  });
}

/** The cursor goes on by so many rows. */
export function cursorMoved(state: ConsoleState, name: PaneName, by: number): ConsoleState {
  const from = cursorIndex(state, name);
  // Where the cursor's row is gone without a trace, the row below has its place: a step down leads to that one.
  const slid = by > 0 && cursorRow(state, name) === undefined ? 1 : 0;
  return cursorAt(state, name, from + by - slid);
}

/** The cursor goes to a row by its fid; when a filter hides the row, the filter is cleared. */
export function rowSelected(state: ConsoleState, name: PaneName, fid: string): ConsoleState {
  const { indexOf, ghost } = visibleRows(state, name);
  const shown = indexOf(fid) >= 0 && fid !== ghost ? state : withView(state, name, { filter: '' });
  return cursorAt(shown, name, visibleRows(shown, name).indexOf(fid));
}

/**
 * The first row of the window onto a list. When the cursor leaves the window it shifts by half of it, so that
 * a walk down a long list rewrites the screen seldom.
 */
export function topFor(top: number, at: number, page: number, total: number): number {
  const last = Math.max(0, total - page);
  const half = Math.floor(page / 2);
  const inside = at >= top && at < top + page;
  const shifted = inside ? top : at < top ? at - (page - 1 - half) : at - half;
  return Math.max(0, Math.min(shifted, last));
}

/** The same in lines, of which a group's title is one: a title is in sight with the first row of its group. */
function topOfWindow(
  top: number,
  at: number,
  page: number,
  { rows, groups }: { readonly rows: readonly unknown[]; readonly groups: readonly Group[] },
): number {
  if (groups.length === 0) return topFor(top, at, page, rows.length);
  const line = lineOfRow(groups, at);
  const found = topFor(top, line, page, rows.length + groups.length);
  return found === line && page > 1 && groups.some(({ from }) => from === at) ? line - 1 : found;
}

/** The window that is drawn, in lines: the kept one, unless rows have come or gone or the screen has another size. `at` is the cursor's row, -1 when it is on none. */
export function windowOf(
  state: ConsoleState,
  name: PaneName,
): { readonly top: number; readonly page: number; readonly at: number } {
  const page = pageOf(state, name);
  const index = cursorIndex(state, name);
  const at = cursorRow(state, name) === undefined ? -1 : index;
  return { top: topOfWindow(state.views[name].top, Math.max(0, index), page, visibleRows(state, name)), page, at };
}

/** A column further on in the pane's order sorts the rows, ascending first; the cursor stays with its row. */
export function sortColumnMoved(state: ConsoleState, name: PaneName): ConsoleState {
  const sortable = columnsOf(name, state.views[name].columns, state.connected.allProjects).filter(({ sorts }) => sorts);
  const at = sortable.findIndex(({ id }) => id === state.views[name].sort.column);
  const next = sortable[(at + 1) % sortable.length];
  return next === undefined ? state : rowsKept(state, name, { sort: { column: next.id, descending: false } });
}

export function sortReversed(state: ConsoleState, name: PaneName): ConsoleState {
  const { sort } = state.views[name];
  return rowsKept(state, name, { sort: { ...sort, descending: !sort.descending } });
}

/** A filter is typed; the cursor stays with its row as long as the row is shown. */
export function filterTyped(state: ConsoleState, name: PaneName, filter: string): ConsoleState {
  return refiltered(state, name, { filter });
}

/** Another filter: the cursor stays with its row when that one passes it, and begins at the top otherwise. */
export function refiltered(state: ConsoleState, name: PaneName, view: Partial<View>): ConsoleState {
  const at = cursorRow(state, name)?.row.fid ?? null;
  const next = withView(state, name, { ...view, cursor: null });
  return cursorAt(next, name, Math.max(0, at === null ? 0 : visibleRows(next, name).indexOf(at)));
}

/** Marks the row under the cursor, or takes its mark away, and goes on to the next. */
export function markToggled(state: ConsoleState, name: PaneName): ConsoleState {
  const fid = cursorRow(state, name)?.row.fid;
  if (fid === undefined || isGone(state, name, fid)) return state;
  const marks = new Set(state.views[name].marks);
  if (!marks.delete(fid)) marks.add(fid);
  return cursorMoved(withView(state, name, { marks }), name, 1);
}

/** What a range of marks that is under way becomes when the cursor goes to a place; it ends when the row it was begun on is gone. */
function rangeTo(state: ConsoleState, name: PaneName, at: number): Partial<View> {
  const { range } = state.views[name];
  if (range === null) return {};
  const { rows, indexOf, ghost } = visibleRows(state, name);
  const from = indexOf(range.from);
  if (from < 0) return { range: null };
  const between = rows.slice(Math.min(from, at), Math.max(from, at) + 1).filter(({ row }) => row.fid !== ghost);
  return { marks: new Set([...range.before, ...between.map(({ row }) => row.fid)]) };
}

/** A range of marks begins at the cursor, or the one that is under way ends where the cursor is. */
export function rangeToggled(state: ConsoleState, name: PaneName): ConsoleState {
  const { range, marks } = state.views[name];
  if (range !== null) return withView(state, name, { range: null });
  const fid = cursorRow(state, name)?.row.fid;
  if (fid === undefined || isGone(state, name, fid)) return state;
  return withView(state, name, { range: { from: fid, before: marks }, marks: new Set([...marks, fid]) });
}

/** The range that is under way is dropped, and its marks with it. */
export function rangeDropped(state: ConsoleState, name: PaneName): ConsoleState {
  const { range } = state.views[name];
  return range === null ? state : withView(state, name, { range: null, marks: range.before });
}

/** Of the rows shown those without a mark get one, and the others lose theirs. */
export function marksInverted(state: ConsoleState, name: PaneName): ConsoleState {
  const { marks } = state.views[name];
  const { indexOf, ghost } = visibleRows(state, name);
  const shown = presentRows(state, name).map(({ row }) => row.fid);
  const hidden = [...marks].filter((fid) => indexOf(fid) < 0 || fid === ghost);
  return withView(state, name, { range: null, marks: new Set([...hidden, ...shown.filter((fid) => !marks.has(fid))]) });
}

/** Marks all rows shown; when all are marked already, takes their marks away. */
export function shownMarked(state: ConsoleState, name: PaneName): ConsoleState {
  const fids = presentRows(state, name).map(({ row }) => row.fid);
  const { marks } = state.views[name];
  const all = fids.length > 0 && fids.every((fid) => marks.has(fid));
  return withView(state, name, { marks: new Set(all ? [] : [...marks, ...fids]) });
}

export function marksCleared(state: ConsoleState, name: PaneName): ConsoleState {
  return withView(state, name, { marks: new Set(), range: null });
}

/** The rows are looked at otherwise; the cursor stays with its row as long as that is shown. */
export function rowsKept(state: ConsoleState, name: PaneName, view: Partial<View>): ConsoleState {
  return pinned(withView(state, name, view), name, state);
}

/** The cursor's row keeps the cursor after the order of the rows has changed. */
function pinned(state: ConsoleState, name: PaneName, before: ConsoleState): ConsoleState {
  const cursor = cursorRow(before, name)?.row.fid ?? null;
  const at = cursor === null ? 0 : visibleRows(state, name).indexOf(cursor);
  return cursorAt(state, name, at < 0 ? 0 : at);
}

/**
 * After rows have come and gone: a cursor is put on its row's new place, and stays where it is when the row is gone, on
 * none of the others; marks of rows that are gone end. Where the newest are on top a cursor at the top stays there, unless
 * its pane has the focus and a key may be on its way.
 */
export function reconcileCursor(state: ConsoleState, name: PaneName): ConsoleState {
  const view = state.views[name];
  const { rows } = visibleRows(state, name);
  const atTop = resources[name].followsTop === true && view.cursorIndex === 0 && state.focus !== name;
  const at = atTop ? 0 : cursorIndex(state, name);
  const cursor = atTop || view.cursor === null ? (rows[at]?.row.fid ?? null) : view.cursor;
  const list = state.lists[name];
  const marks = [...view.marks].every((fid) => list.rows.has(fid))
    ? view.marks
    : new Set([...view.marks].filter((fid) => list.rows.has(fid)));
  const index = cursor === null || at < 0 ? view.cursorIndex : at;
  if (view.cursor === cursor && view.cursorIndex === index && view.marks === marks) return state;
  return withView(state, name, { cursor, cursorIndex: index, marks });
}
