import type { PaneName } from '../../resources/rows.ts';
import { visibleRows } from '../lists/visible-rows.ts';
import { type ConsoleState, drawnLists } from '../state.ts';

/** Lines for the message of an empty pane. */
const MESSAGE_LINES = 3;
/** Spare lines after growing, so that the next row does not move the panes. */
const MARGIN = 1;
/** Most free lines, so that a row less does not move the panes. */
export const MOST_FREE = 3;

/** All rows with group titles; infinite before the list has arrived. */
export function linesNeeded(state: ConsoleState, name: PaneName): number {
  const { fetchedAt, failure } = drawnLists(state)[name];
  if (fetchedAt === null && failure === null) return Number.POSITIVE_INFINITY;
  const { rows, groups } = visibleRows(state, name);
  return rows.length === 0 ? MESSAGE_LINES : rows.length + groups.length;
}

/** Grows when rows would be hidden, and shrinks when many lines are free. */
export function settled(reserved: number | null, need: number): number {
  if (reserved === null) return need;
  return need > reserved || need < reserved - MOST_FREE ? need + MARGIN : reserved;
}

/** While the filter is typed they do not shrink. */
export function linesReserved(state: ConsoleState, name: PaneName): number {
  const need = linesNeeded(state, name);
  const { reserved } = state.views[name];
  const typing = state.dialogs.some((dialog) => dialog.kind === 'filter' && dialog.pane === name);
  return typing && reserved !== null ? Math.max(reserved, need) : settled(reserved, need);
}

/** Null before the list has arrived. */
export function linesToKeep(state: ConsoleState, name: PaneName): number | null {
  const lines = linesReserved(state, name);
  return Number.isFinite(lines) ? lines : null;
}
