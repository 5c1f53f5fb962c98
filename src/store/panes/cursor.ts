import type { PaneName } from '../../resources/rows.ts';
import { type Group, lineOfRow } from '../lists/group-rows.ts';
import { allColumns, type ColumnHead } from '../lists/place-columns.ts';
import {
  cursorFound,
  cursorIndex,
  cursorRow,
  isGone,
  presentRows,
  shownAs,
  visibleRows,
} from '../lists/visible-rows.ts';
import { pagesClosed } from '../pages.ts';
import { type ConsoleState, type Size, type View, withView } from '../state.ts';
import { hasScreen, layoutOf, panesOn, rowsIn } from './layout.ts';
import { linesToKeep } from './reserved-lines.ts';

/** Closes all pages and moves the focus to a pane, which becomes the one that is shown of those that share its place. */
export function paneFocused(before: ConsoleState, name: PaneName): ConsoleState {
  const state = pagesClosed(before);
  const { side: own } = state.features.panes[name];
  const tab = own === 'resources' ? name : state.tab;
  const focusBefore =
    own === 'whole' && state.features.panes[state.focus].side !== 'whole' ? state.focus : state.focusBefore;
  if (state.focus === name && state.tab === tab && state.page === null) return state;
  return { ...state, focus: name, tab, focusBefore, page: null };
}

/** Shows a pane over the whole screen until the operator leaves it. */
export function pageOpened(state: ConsoleState, name: PaneName): ConsoleState {
  const focusBefore = hasScreen(state) ? state.focusBefore : state.focus;
  return { ...paneFocused(state, name), focusBefore, page: name };
}

/** Goes back from a pane that has the whole screen. */
export const screenLeft = (state: ConsoleState): ConsoleState =>
  hasScreen(state) ? paneFocused(state, state.focusBefore) : state;

/** Moves the focus by a number of panes, wrapping around in the order of their keys. */
export function focusMoved(state: ConsoleState, by: 1 | -1): ConsoleState {
  const names = state.features.paneNames.filter((name) => state.features.panes[name].side !== 'whole');
  const at = names.indexOf(state.features.panes[state.focus].side === 'whole' ? state.focusBefore : state.focus);
  const next = names[(at + by + names.length) % names.length];
  return next === undefined ? state : paneFocused(state, next);
}

/** The number of rows that a pane shows at once. */
export function pageOf(state: ConsoleState, name: PaneName): number {
  return rowsIn(panesOn(layoutOf(state)).find((pane) => pane.name === name));
}

/** Moves the cursor to the row at an index, limited to the list. */
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

/** Moves the cursor by a number of rows. */
export function cursorMoved(state: ConsoleState, name: PaneName, by: number): ConsoleState {
  const from = cursorIndex(state, name);
  // When the cursor's row is gone, the row below has its index: one step down leads to that one.
  const shifted = by > 0 && cursorRow(state, name) === undefined ? 1 : 0;
  return cursorAt(state, name, from + by - shifted);
}

/** Moves the cursor to a row by its fid. A filter that hides it is cleared; one that ended long ago is shown while the cursor is on it. */
export function rowSelected(state: ConsoleState, name: PaneName, fid: string): ConsoleState {
  const { indexOf, ghost } = visibleRows(state, name);
  const shown = indexOf(fid) >= 0 && fid !== ghost ? state : withView(state, name, { filter: '', cursor: fid });
  return cursorAt(shown, name, visibleRows(shown, name).indexOf(fid));
}

/**
 * The first row of the visible window. A cursor that steps out of the window keeps a quarter of it in view before it, so that moving
 * down a long list seldom redraws the screen; one that leaves it farther stands in its middle.
 */
export function topFor(top: number, at: number, page: number, total: number): number {
  if (at >= top && at < top + page) return Math.min(top, Math.max(0, total - page));
  const isStep = at === top - 1 || at === top + page;
  const before = Math.floor(page / (isStep ? 4 : 2));
  const moved = at < top ? at - (page - 1 - before) : at - before;
  return Math.max(0, Math.min(moved, total - page));
}

/** The first line of the window. Group titles are lines too, visible with the first row of their group. */
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

/** The visible window in lines, adjusted to the present rows and screen size. `at` is the cursor's row, or -1. */
export function windowOf(
  state: ConsoleState,
  name: PaneName,
): { readonly top: number; readonly page: number; readonly at: number } {
  const page = pageOf(state, name);
  const index = cursorIndex(state, name);
  const at = cursorRow(state, name) === undefined ? -1 : index;
  return { top: topOfWindow(state.views[name].top, Math.max(0, index), page, visibleRows(state, name)), page, at };
}

/** The order in which a column sorts at first: from the largest for an amount, else from the first. */
const firstOrder = ({ id, largestFirst }: Pick<ColumnHead, 'id' | 'largestFirst'>): View['sort'] => ({
  column: id,
  descending: largestFirst,
});

/** Sorts the rows by a column, or reverses the order when they are already sorted by it. */
export function sortedBy(state: ConsoleState, name: PaneName, column: string): ConsoleState {
  if (state.views[name].sort.column === column) return sortReversed(state, name);
  return sortedInOrder(state, name, column, 'first');
}

/** Sorts the rows by a column in its first order, or in the reverse of it. */
export function sortedInOrder(
  state: ConsoleState,
  name: PaneName,
  column: string,
  order: 'first' | 'reversed',
): ConsoleState {
  const head = allColumns(state.features.panes, name).find(({ id }) => id === column);
  if (head === undefined) return state;
  const sort = firstOrder(head);
  return rowsKept(state, name, { sort: order === 'first' ? sort : { ...sort, descending: !sort.descending } });
}

export function sortReversed(state: ConsoleState, name: PaneName): ConsoleState {
  const { sort } = state.views[name];
  return rowsKept(state, name, { sort: { ...sort, descending: !sort.descending } });
}

/** Sets the typed filter; the cursor stays with its row while the row is shown. */
export function filterTyped(state: ConsoleState, name: PaneName, filter: string): ConsoleState {
  return refiltered(state, name, { filter, presetFilter: false });
}

/** Sets the filter of a command, such as the machines of one bid. */
export function filterPreset(state: ConsoleState, name: PaneName, filter: string): ConsoleState {
  return refiltered(state, name, { filter, presetFilter: filter !== '' });
}

/** Changes the filter: the cursor stays with its row when the row matches, and goes to the top otherwise. */
export function refiltered(state: ConsoleState, name: PaneName, view: Partial<View>): ConsoleState {
  const at = cursorRow(state, name)?.row.fid ?? null;
  const next = linesFitted(withView(state, name, { ...view, cursor: null }), name);
  const visible = visibleRows(next, name);
  return cursorAt(next, name, Math.max(0, at === null ? 0 : visible.indexOf(shownAs(visible, at))));
}

/** Shows the rows that ended long ago, or hides them again. The cursor stays with its row. */
export const endedToggled = (state: ConsoleState, name: PaneName): ConsoleState =>
  refiltered(state, name, { showsEnded: !state.views[name].showsEnded });

/** Toggles the mark of the row under the cursor, and moves to the next row. */
export function markToggled(state: ConsoleState, name: PaneName): ConsoleState {
  const fid = cursorRow(state, name)?.row.fid;
  if (fid === undefined || isGone(state, name, fid)) return state;
  const marks = new Set(state.views[name].marks);
  if (!marks.delete(fid)) marks.add(fid);
  return cursorMoved(withView(state, name, { marks }), name, 1);
}

/** Extends an open range of marks to an index; the range ends when its first row is gone. */
function rangeTo(state: ConsoleState, name: PaneName, at: number): Partial<View> {
  const { range } = state.views[name];
  if (range === null) return {};
  const { rows, indexOf, ghost, folded } = visibleRows(state, name);
  const from = indexOf(range.from);
  if (from < 0) return { range: null };
  const between = rows
    .slice(Math.min(from, at), Math.max(from, at) + 1)
    .filter(({ row }) => row.fid !== ghost && folded?.isContext(row.fid) !== true);
  return { marks: new Set([...range.before, ...between.map(({ row }) => row.fid)]) };
}

/** Begins a range of marks at the cursor, or ends the open one there. */
export function rangeToggled(state: ConsoleState, name: PaneName): ConsoleState {
  const { range, marks } = state.views[name];
  if (range !== null) return withView(state, name, { range: null });
  const fid = cursorRow(state, name)?.row.fid;
  if (fid === undefined || isGone(state, name, fid)) return state;
  return withView(state, name, { range: { from: fid, before: marks }, marks: new Set([...marks, fid]) });
}

/** Drops the open range and its marks. */
export function rangeDropped(state: ConsoleState, name: PaneName): ConsoleState {
  const { range } = state.views[name];
  return range === null ? state : withView(state, name, { range: null, marks: range.before });
}

/** Inverts the marks of the shown rows. */
export function marksInverted(state: ConsoleState, name: PaneName): ConsoleState {
  const { marks } = state.views[name];
  const { indexOf, ghost } = visibleRows(state, name);
  const shown = presentRows(state, name).map(({ row }) => row.fid);
  const hidden = [...marks].filter((fid) => indexOf(fid) < 0 || fid === ghost);
  return withView(state, name, { range: null, marks: new Set([...hidden, ...shown.filter((fid) => !marks.has(fid))]) });
}

/** Marks all shown rows; when all are already marked, removes their marks. */
export function shownMarked(state: ConsoleState, name: PaneName): ConsoleState {
  const fids = presentRows(state, name).map(({ row }) => row.fid);
  const { marks } = state.views[name];
  const all = fids.length > 0 && fids.every((fid) => marks.has(fid));
  return withView(state, name, { marks: new Set(all ? [] : [...marks, ...fids]) });
}

export function marksCleared(state: ConsoleState, name: PaneName): ConsoleState {
  return withView(state, name, { marks: new Set(), range: null });
}

/** Changes the view of a pane; the cursor stays with its row while the row is shown. */
export function rowsKept(state: ConsoleState, name: PaneName, view: Partial<View>): ConsoleState {
  return pinned(linesFitted(withView(state, name, view), name), name, state);
}

/** Fits the height of a pane to its rows again, because the operator has changed which rows it shows. */
function linesFitted(state: ConsoleState, name: PaneName): ConsoleState {
  if (state.dialogs.some(({ kind }) => kind === 'filter')) return state;
  return withView(state, name, { reserved: linesToKeep(withView(state, name, { reserved: null }), name) });
}

/** Applies a new size of the terminal, and fits the heights of all panes to their rows again. */
export function resized(state: ConsoleState, size: Size): ConsoleState {
  return state.features.paneNames.reduce(linesFitted, { ...state, size });
}

/** Keeps the cursor on its row after the order of the rows has changed. */
function pinned(state: ConsoleState, name: PaneName, before: ConsoleState): ConsoleState {
  const cursor = cursorRow(before, name)?.row.fid ?? null;
  const visible = visibleRows(state, name);
  const at = cursor === null ? 0 : visible.indexOf(shownAs(visible, cursor));
  return cursorAt(state, name, at < 0 ? 0 : at);
}

/**
 * Remembers where the cursor of each pane on screen was found, and the lines that its rows take, as the frame that is drawn shows them:
 * a row that is gone later leaves the cursor where the operator saw it last.
 */
export function viewsSettled(state: ConsoleState): ConsoleState {
  return panesOn(layoutOf(state)).reduce((settled, { name }) => viewSettled(settled, name), state);
}

function viewSettled(state: ConsoleState, name: PaneName): ConsoleState {
  const own = state.views[name];
  const found = cursorFound(state, name);
  const cursor = found.fid;
  const cursorIndex = cursor === null || found.index < 0 ? own.cursorIndex : found.index;
  const reserved = linesToKeep(state, name);
  if (own.cursor === cursor && own.cursorIndex === cursorIndex && own.reserved === reserved) return state;
  return withView(state, name, { cursor, cursorIndex, reserved });
}
