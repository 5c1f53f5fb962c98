import type { PaneName } from '../../resources/rows.ts';
import { cursorRow, visibleRows } from '../lists/visible-rows.ts';
import type { ConsoleState } from '../state.ts';
import { rowsKept } from './cursor.ts';

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

export function isOnGroup(state: ConsoleState, name: PaneName): boolean {
  return groupAtCursor(state, name)?.isInside === false;
}

export function isInGroup(state: ConsoleState, name: PaneName): boolean {
  return groupAtCursor(state, name) !== null;
}

/** Null when the group can be opened or closed. */
export function whyGroupStays(state: ConsoleState, name: PaneName): string | null {
  return groupAtCursor(state, name)?.isPartlyShown === true
    ? 'The filter shows the rows of this group that match. Clear the filter to see all of them.'
    : null;
}

export function groupToggled(state: ConsoleState, name: PaneName): ConsoleState {
  const group = groupAtCursor(state, name);
  if (group === null) return state;
  return state.views[name].opened.has(group.fid) ? groupClosed(state, name) : groupOpened(state, name);
}

export function groupOpened(state: ConsoleState, name: PaneName): ConsoleState {
  const group = groupAtCursor(state, name);
  const { opened } = state.views[name];
  if (group === null || opened.has(group.fid)) return state;
  return rowsKept(state, name, { opened: new Set([...opened, group.fid]) });
}

/** A cursor inside moves to the group. */
export function groupClosed(state: ConsoleState, name: PaneName): ConsoleState {
  const group = groupAtCursor(state, name);
  const { opened } = state.views[name];
  if (group === null || !opened.has(group.fid)) return state;
  return rowsKept(state, name, { opened: new Set([...opened].filter((fid) => fid !== group.fid)) });
}

/** Opens all groups, or closes them when all are open. */
export function allGroupsToggled(state: ConsoleState, name: PaneName): ConsoleState {
  const { rows, folded } = visibleRows(state, name);
  const groups = rows.map(({ row }) => row.fid).filter((fid) => (folded?.foldOf(fid) ?? 'inside') !== 'inside');
  const { opened } = state.views[name];
  const areOpen = groups.every((fid) => opened.has(fid));
  const others = [...opened].filter((fid) => !groups.includes(fid));
  return rowsKept(state, name, { opened: new Set(areOpen ? others : [...others, ...groups]) });
}
