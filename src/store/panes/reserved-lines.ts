import type { PaneName } from '../../resources/rows.ts';
import { visibleRows } from '../lists/visible-rows.ts';
import { type ConsoleState, drawnLists } from '../state.ts';

/** Lines for the message of a pane without rows. */
const MESSAGE_LINES = 3;
/** Free lines after a pane has grown, so that the next row does not move the panes again. */
const MARGIN = 1;
/** Most free lines that a pane keeps, so that a row less does not move the panes. */
export const MOST_FREE = 3;

/** The number of lines that show all rows of a pane with their group titles; infinite before its list has arrived. */
export function linesNeeded(state: ConsoleState, name: PaneName): number {
  const { fetchedAt, failure } = drawnLists(state)[name];
  if (fetchedAt === null && failure === null) return Number.POSITIVE_INFINITY;
  const { rows, groups } = visibleRows(state, name);
  return rows.length === 0 ? MESSAGE_LINES : rows.length + groups.length;
}

/** The lines to hold for a pane's rows: they grow when rows would be hidden and shrink when many lines are free. */
export function settled(reserved: number | null, need: number): number {
  if (reserved === null) return need;
  return need > reserved || need < reserved - MOST_FREE ? need + MARGIN : reserved;
}

/** The lines held for a pane's rows now. While its filter is typed they do not shrink. */
export function linesReserved(state: ConsoleState, name: PaneName): number {
  const need = linesNeeded(state, name);
  const { reserved } = state.views[name];
  const typing = state.dialogs.some((dialog) => dialog.kind === 'filter' && dialog.pane === name);
  return typing && reserved !== null ? Math.max(reserved, need) : settled(reserved, need);
}

/** The lines to remember for a pane after its rows have changed; null before its list has arrived. */
export function linesToKeep(state: ConsoleState, name: PaneName): number | null {
  const lines = linesReserved(state, name);
  return Number.isFinite(lines) ? lines : null;
}
