import type { ListedRow } from '../../../api/result.ts';
import { memoizeLast } from '../../../lib/memoize.ts';
import type { LineClick } from '../../../screen/dialogs/line.ts';
import { dialogHeight, dialogWidth } from '../../../screen/dialogs/view.ts';
import type { DialogState } from '../../../store/dialog-state.ts';
import { dialogChanged } from '../../../store/dialogs/dialog-stack.ts';
import { topFor } from '../../../store/panes/cursor.ts';
import { contextOf } from '../../../store/row-context.ts';
import { type ConsoleState, drawnLists } from '../../../store/state.ts';
import { gpuFid, type MachineRow } from '../machine-row.ts';
import { allCells, fleetIn, type HeatCell, type HeatGroup } from './fleet.ts';
import { type HeatLayout, type PlacedCell, type PlacedLabel, placedIn } from './layout.ts';
import { blockOf } from './words.ts';

export type HeatView = {
  readonly groups: readonly HeatGroup[];
  readonly cells: readonly HeatCell[];
  readonly layout: HeatLayout;
  /** Number of the cell under the cursor; -1 without one. */
  readonly at: number;
  /** Whether tabs and legend fit, and blank lines around the picture. */
  readonly legend: boolean;
  readonly blank: boolean;
  /** The first line shown, and their number. */
  readonly top: number;
  readonly page: number;
};

/** Least heights for the legend, and for blank lines. */
const WITH_LEGEND = 9;
const WITH_BLANK = 14;

const layoutFor = memoizeLast(
  (groups: readonly HeatGroup[], state: ConsoleState, width: number, lines: number): HeatLayout => {
    const context = contextOf(state);
    return placedIn(
      groups.map((group) => blockOf(group, context)),
      width,
      lines,
    );
  },
);

/** A group's first cells are shown with their label. */
function lineOf({ cells, labels }: HeatLayout, at: number): number {
  const cell = cells[at];
  if (cell === undefined) return 0;
  const label = labels[cell.group]?.line ?? cell.line;
  return cell.line === label + 1 ? label : cell.line;
}

export function heatView(state: ConsoleState, own: DialogState<'gpu-picture'>): HeatView {
  const width = dialogWidth(state.size.columns, 'whole');
  const height = dialogHeight(state.size.rows);
  const groups = fleetIn(state);
  const cells = allCells(groups);
  const legend = height >= WITH_LEGEND;
  const blank = height >= WITH_BLANK;
  // Tabs and summary above, the cursor's line below.
  const free = Math.max(2, height - 2 - (legend ? 2 : 0) - (blank ? 2 : 0));
  const layout = layoutFor(groups, state, width, free);
  const at = cellAt(cells, own);
  const top = topFor(own.top, lineOf(layout, at < 0 ? own.at : at), free, layout.lines);
  return { groups, cells, layout, at, legend, blank, top, page: free };
}

/** The instance's fid and GPU under the cursor; null for its whole machine. */
export type HeatCursor = Pick<HeatCell, 'fid' | 'gpu'>;

declare module '../../../store/dialog-state.ts' {
  interface DialogStates {
    /** `at` is the last number of the cursor's cell, in case it goes; `top` the first line shown. */
    readonly 'gpu-picture': { readonly cursor: HeatCursor | null; readonly at: number; readonly top: number };
  }
}

/**
 * Number of the cell under the cursor; -1 if its machine went. A machine with new or fewer GPUs has it on its first
 * cell.
 */
function cellAt(cells: readonly HeatCell[], { cursor }: Pick<DialogState<'gpu-picture'>, 'cursor'>): number {
  if (cursor === null) return cells.length === 0 ? -1 : 0;
  const exact = cells.findIndex(({ fid, gpu }) => fid === cursor.fid && gpu === cursor.gpu);
  return exact >= 0 ? exact : cells.findIndex(({ fid }) => fid === cursor.fid);
}

export function cellUnderCursor(state: ConsoleState): HeatCell | null {
  const own = state.dialogs.findLast(({ kind }) => kind === 'gpu-picture');
  if (own?.kind !== 'gpu-picture') return null;
  const cells = allCells(fleetIn(state));
  return cells[cellAt(cells, own)] ?? null;
}

/** The row of a cell; undefined for an unread machine. */
export function rowOfCell(state: ConsoleState, { fid, gpu }: HeatCursor): MachineRow | undefined {
  const { rows }: { readonly rows: ReadonlyMap<string, ListedRow<MachineRow>> } = drawnLists(state).machines;
  return rows.get(gpu === null ? fid : gpuFid(fid, gpu))?.row;
}

/** The cell under the cursor, or its last place after its machine went. */
const from = ({ at, cells }: HeatView, own: DialogState<'gpu-picture'>): number =>
  at >= 0 ? at : Math.min(own.at, cells.length - 1);

/** Moves the cursor to a cell found from its own. */
export function moved(state: ConsoleState, to: (view: HeatView, at: number) => number): ConsoleState {
  return dialogChanged(state, 'gpu-picture', (own) => {
    const view = heatView(state, own);
    const at = Math.max(0, Math.min(to(view, from(view, own)), view.cells.length - 1));
    const cell = view.cells[at];
    if (cell === undefined) return own;
    const next = { ...own, cursor: { fid: cell.fid, gpu: cell.gpu }, at };
    return { ...next, top: heatView(state, next).top };
  });
}

/** The cell some lines of cells above or below. */
export function cellBeside({ cells }: HeatLayout, at: number, by: number): number {
  const own = cells[at];
  if (own === undefined) return at;
  const lines = [...new Set(cells.map(({ line }) => line))].toSorted((a, b) => a - b);
  const line = lines[Math.max(0, Math.min(lines.indexOf(own.line) + by, lines.length - 1))];
  if (line === own.line) return at;
  const farness = ({ column }: PlacedCell): number => Math.abs(column - own.column);
  const [nearest] = cells.filter((cell) => cell.line === line).toSorted((a, b) => farness(a) - farness(b));
  return nearest?.at ?? at;
}

/** A click goes to a cell, or to the first of a label. */
export const clickedAt =
  (line: number) =>
  (state: ConsoleState, { column }: LineClick): ConsoleState =>
    moved(state, ({ layout: { cells, labels, density } }, at) => {
      const isOn = (place: PlacedCell | PlacedLabel, width: number): boolean =>
        place.line === line && column >= place.column && column < place.column + width;
      const label = labels.find((each) => isOn(each, each.width));
      const cell = cells.find((each) => isOn(each, density.size)) ?? cells.find(({ group }) => group === label?.group);
      return cell?.at ?? at;
    });
