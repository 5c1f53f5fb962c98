import type { PaneName } from '../../resources/rows.ts';
import { cursorRow, visibleRows } from '../lists/visible-rows.ts';
import type { ConsoleState } from '../state.ts';
import { rowsKept } from './cursor.ts';

/** The group under the cursor, or the one that the row under the cursor belongs to; null outside of groups. */
function groupAtCursor(
  state: ConsoleState,
  name: PaneName,
): { readonly fid: string; readonly isInside: boolean; readonly isPartlyShown: boolean } | null {
  const { folded } = visibleRows(state, name);
  const fid = cursorRow(state, name)?.row.fid;
  if (folded === null || fid === undefined) return null;
  const group = folded.groupOf(fid) ?? (folded.foldOf(fid) === null ? null : fid);
  if (group === null) return null;
  return { fid: group, isInside: group !== fid, isPartlyShown: folded.isPartlyShown(group) };
}

/** Whether the cursor is on a group of rows. */
export function isOnGroup(state: ConsoleState, name: PaneName): boolean {
  return groupAtCursor(state, name)?.isInside === false;
}

/** Whether the cursor is on a group of rows or in one. */
export function isInGroup(state: ConsoleState, name: PaneName): boolean {
  return groupAtCursor(state, name) !== null;
}

/** Why the group at the cursor can't be opened or closed; null when it can. */
export function whyGroupStays(state: ConsoleState, name: PaneName): string | null {
  return groupAtCursor(state, name)?.isPartlyShown === true
    ? 'The filter shows the rows of this group that match. Clear the filter to see all of them.'
    : null;
}

/** Shows the rows of the group under the cursor, or hides them. */
export function groupToggled(state: ConsoleState, name: PaneName): ConsoleState {
  const group = groupAtCursor(state, name);
  if (group === null) return state;
  return state.views[name].opened.has(group.fid) ? groupClosed(state, name) : groupOpened(state, name);
}

/** Shows the rows of the group at the cursor. */
export function groupOpened(state: ConsoleState, name: PaneName): ConsoleState {
  const group = groupAtCursor(state, name);
  const { opened } = state.views[name];
  if (group === null || opened.has(group.fid)) return state;
  return rowsKept(state, name, { opened: new Set([...opened, group.fid]) });
}

/** Hides the rows of the group at the cursor; a cursor on one of them moves to the group. */
export function groupClosed(state: ConsoleState, name: PaneName): ConsoleState {
  const group = groupAtCursor(state, name);
  const { opened } = state.views[name];
  if (group === null || !opened.has(group.fid)) return state;
  return rowsKept(state, name, { opened: new Set([...opened].filter((fid) => fid !== group.fid)) });
}

/** Shows the rows of all groups, or hides them when all are shown. */
export function allGroupsToggled(state: ConsoleState, name: PaneName): ConsoleState {
  const { rows, folded } = visibleRows(state, name);
  const groups = rows.map(({ row }) => row.fid).filter((fid) => (folded?.foldOf(fid) ?? 'inside') !== 'inside');
  const { opened } = state.views[name];
  const areOpen = groups.every((fid) => opened.has(fid));
  const others = [...opened].filter((fid) => !groups.includes(fid));
  return rowsKept(state, name, { opened: new Set(areOpen ? others : [...others, ...groups]) });
}
