import type { PaneName } from '../../resources/rows.ts';
import { visibleRows } from '../lists/visible-rows.ts';
import { type ConsoleState, drawnLists } from '../state.ts';

const MESSAGE_LINES = 3;
/** Spare lines after growing, so the next row does not move the panes. */
const MARGIN = 1;
/** Most free lines, so a row less does not move the panes. */
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

export function linesToKeep(state: ConsoleState, name: PaneName): number | null {
  const lines = linesReserved(state, name);
  return Number.isFinite(lines) ? lines : null;
}

type LineDemand = {
  /** Infinite while the number of rows is unknown. */
  readonly need: number;
  readonly least: number;
  readonly chosen: number | null;
};

/**
 * Chosen heights come first; the others get their need, or equal shares. Spare lines go to the last pane without a
 * chosen height.
 */
export function shareLines(panes: readonly LineDemand[], height: number): readonly number[] {
  const least = panes.reduce((sum, pane) => sum + pane.least, 0);
  if (least > height) return equalShares(panes.length, height);
  const heights = panes.map((pane) => pane.least);
  let rest = height - least;
  for (const [at, { least, chosen }] of panes.entries()) {
    const more = Math.max(0, Math.min((chosen ?? 0) - least, rest));
    heights[at] = least + more;
    rest -= more;
  }
  for (; rest > 0; rest--) {
    const next = lowest(panes, heights);
    if (next < 0) break;
    heights[next] = (heights[next] ?? 0) + 1;
  }
  const filler = panes.findLastIndex(({ chosen }) => chosen === null);
  return heights.map((lines, at) => (at === (filler < 0 ? panes.length - 1 : filler) ? lines + rest : lines));
}

function lowest(panes: readonly LineDemand[], heights: readonly number[]): number {
  let found = -1;
  for (const [at, { need, chosen }] of panes.entries()) {
    const height = heights[at] ?? 0;
    if (chosen === null && height < need && (found < 0 || height < (heights[found] ?? 0))) found = at;
  }
  return found;
}

function equalShares(count: number, height: number): readonly number[] {
  const each = Math.floor(height / count);
  return Array.from({ length: count }, (_, at) => each + (at < height - each * count ? 1 : 0));
}
