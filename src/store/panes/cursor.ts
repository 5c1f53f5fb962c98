import type { PaneName } from '../../resources/rows.ts';
import { pagesClosed } from '../dialogs/dialog-stack.ts';
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
import { type ConsoleState, type Size, type View, withView } from '../state.ts';
import { hasScreen, layoutOf, panesOn, rowsIn } from './layout.ts';
import { linesToKeep } from './reserved-lines.ts';

/** Closes all pages and focuses a pane, then shown at its shared place. */
export function paneFocused(before: ConsoleState, name: PaneName): ConsoleState {
  const state = pagesClosed(before);
  const { side: own } = state.features.panes[name];
  const tab = own === 'resources' ? name : state.tab;
  const focusBefore =
    own === 'whole' && state.features.panes[state.focus].side !== 'whole' ? state.focus : state.focusBefore;
  if (state.focus === name && state.tab === tab && state.page === null) return state;
  return { ...state, focus: name, tab, focusBefore, page: null };
}

export function pageOpened(state: ConsoleState, name: PaneName): ConsoleState {
  const focusBefore = hasScreen(state) ? state.focusBefore : state.focus;
  return { ...paneFocused(state, name), focusBefore, page: name };
}

export const screenLeft = (state: ConsoleState): ConsoleState =>
  hasScreen(state) ? paneFocused(state, state.focusBefore) : state;

/** Wraps around in the order of the panes' keys. */
export function focusMoved(state: ConsoleState, by: 1 | -1): ConsoleState {
  const names = state.features.paneNames.filter((name) => state.features.panes[name].side !== 'whole');
  const at = names.indexOf(state.features.panes[state.focus].side === 'whole' ? state.focusBefore : state.focus);
  const next = names[(at + by + names.length) % names.length];
  return next === undefined ? state : paneFocused(state, next);
}

export function pageOf(state: ConsoleState, name: PaneName): number {
  return rowsIn(panesOn(layoutOf(state)).find((pane) => pane.name === name));
}

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

export function cursorMoved(state: ConsoleState, name: PaneName, by: number): ConsoleState {
  const from = cursorIndex(state, name);
  // The row below a gone row has its index.
  const shifted = by > 0 && cursorRow(state, name) === undefined ? 1 : 0;
  return cursorAt(state, name, from + by - shifted);
}

/** Clears a filter hiding the row; a long-ended row is shown under the cursor. */
export function rowSelected(state: ConsoleState, name: PaneName, fid: string): ConsoleState {
  const { indexOf, ghost } = visibleRows(state, name);
  const shown = indexOf(fid) >= 0 && fid !== ghost ? state : withView(state, name, { filter: '', cursor: fid });
  return cursorAt(shown, name, visibleRows(shown, name).indexOf(fid));
}

/**
 * The first row of the window. A step out of it keeps a quarter in view, so moving down seldom redraws the screen; a
 * jump lands in the middle.
 */
export function topFor(top: number, at: number, page: number, total: number): number {
  if (at >= top && at < top + page) return Math.min(top, Math.max(0, total - page));
  const isStep = at === top - 1 || at === top + page;
  const before = Math.floor(page / (isStep ? 4 : 2));
  const moved = at < top ? at - (page - 1 - before) : at - before;
  return Math.max(0, Math.min(moved, total - page));
}

/** Group titles are lines too, visible with their first row. */
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

/** The window in lines. `at` is the cursor's row, or -1. */
export function windowOf(
  state: ConsoleState,
  name: PaneName,
): { readonly top: number; readonly page: number; readonly at: number } {
  const page = pageOf(state, name);
  const index = cursorIndex(state, name);
  const at = cursorRow(state, name) === undefined ? -1 : index;
  return { top: topOfWindow(state.views[name].top, Math.max(0, index), page, visibleRows(state, name)), page, at };
}

const firstOrder = ({ id, largestFirst }: Pick<ColumnHead, 'id' | 'largestFirst'>): View['sort'] => ({
  column: id,
  descending: largestFirst,
});

export function sortedBy(state: ConsoleState, name: PaneName, column: string): ConsoleState {
  if (state.views[name].sort.column === column) return sortReversed(state, name);
  return sortedInOrder(state, name, column, 'first');
}

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

/** The cursor stays with its row while shown. */
export function filterTyped(state: ConsoleState, name: PaneName, filter: string): ConsoleState {
  return refiltered(state, name, { filter, presetFilter: false });
}

export function filterPreset(state: ConsoleState, name: PaneName, filter: string): ConsoleState {
  return refiltered(state, name, { filter, presetFilter: filter !== '' });
}

/** The cursor stays with its row if it matches, else goes to the top. */
export function refiltered(state: ConsoleState, name: PaneName, view: Partial<View>): ConsoleState {
  const at = cursorRow(state, name)?.row.fid ?? null;
  const next = linesFitted(withView(state, name, { ...view, cursor: null }), name);
  const visible = visibleRows(next, name);
  return cursorAt(next, name, Math.max(0, at === null ? 0 : visible.indexOf(shownAs(visible, at))));
}

export const endedToggled = (state: ConsoleState, name: PaneName): ConsoleState =>
  refiltered(state, name, { showsEnded: !state.views[name].showsEnded });

export function markToggled(state: ConsoleState, name: PaneName): ConsoleState {
  const fid = cursorRow(state, name)?.row.fid;
  if (fid === undefined || isGone(state, name, fid)) return state;
  const marks = new Set(state.views[name].marks);
  if (!marks.delete(fid)) marks.add(fid);
  return cursorMoved(withView(state, name, { marks }), name, 1);
}

/** The range ends when its first row is gone. */
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

export function rangeToggled(state: ConsoleState, name: PaneName): ConsoleState {
  const { range, marks } = state.views[name];
  if (range !== null) return withView(state, name, { range: null });
  const fid = cursorRow(state, name)?.row.fid;
  if (fid === undefined || isGone(state, name, fid)) return state;
  return withView(state, name, { range: { from: fid, before: marks }, marks: new Set([...marks, fid]) });
}

export function rangeDropped(state: ConsoleState, name: PaneName): ConsoleState {
  const { range } = state.views[name];
  return range === null ? state : withView(state, name, { range: null, marks: range.before });
}

export function marksInverted(state: ConsoleState, name: PaneName): ConsoleState {
  const { marks } = state.views[name];
  const { indexOf, ghost } = visibleRows(state, name);
  const shown = presentRows(state, name).map(({ row }) => row.fid);
  const hidden = [...marks].filter((fid) => indexOf(fid) < 0 || fid === ghost);
  return withView(state, name, { range: null, marks: new Set([...hidden, ...shown.filter((fid) => !marks.has(fid))]) });
}

/** Removes all marks when all are marked. */
export function shownMarked(state: ConsoleState, name: PaneName): ConsoleState {
  const fids = presentRows(state, name).map(({ row }) => row.fid);
  const { marks } = state.views[name];
  const all = fids.length > 0 && fids.every((fid) => marks.has(fid));
  return withView(state, name, { marks: new Set(all ? [] : [...marks, ...fids]) });
}

export function marksCleared(state: ConsoleState, name: PaneName): ConsoleState {
  return withView(state, name, { marks: new Set(), range: null });
}

/** The cursor stays with its row while shown. */
export function rowsKept(state: ConsoleState, name: PaneName, view: Partial<View>): ConsoleState {
  return pinned(linesFitted(withView(state, name, view), name), name, state);
}

function linesFitted(state: ConsoleState, name: PaneName): ConsoleState {
  if (state.dialogs.some(({ kind }) => kind === 'filter')) return state;
  return withView(state, name, { reserved: linesToKeep(withView(state, name, { reserved: null }), name) });
}

export function resized(state: ConsoleState, size: Size): ConsoleState {
  return state.features.paneNames.reduce(linesFitted, { ...state, size });
}

function pinned(state: ConsoleState, name: PaneName, before: ConsoleState): ConsoleState {
  const cursor = cursorRow(before, name)?.row.fid ?? null;
  const visible = visibleRows(state, name);
  const at = cursor === null ? 0 : visible.indexOf(shownAs(visible, cursor));
  return cursorAt(state, name, at < 0 ? 0 : at);
}

/** Remembers the drawn frame: when a row goes, the cursor stays where the operator saw it. */
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

/** Moves the focus to another pane, filtered, or with a row selected. */
export function jumped(state: ConsoleState, pane: PaneName, fid: string | null, filter: string | null): ConsoleState {
  const focused = paneFocused({ ...state, notice: null }, pane);
  const filtered = filter === null ? focused : filterPreset(focused, pane, filter);
  return fid === null ? cursorAt(filtered, pane, 0) : rowSelected(filtered, pane, fid);
}
