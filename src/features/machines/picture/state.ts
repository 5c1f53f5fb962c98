import type { ListedRow } from '../../../api/result.ts';
import type { DialogState } from '../../../store/dialog-state.ts';
import { type ConsoleState, drawnLists } from '../../../store/state.ts';
import { gpuFid, type MachineRow } from '../machine-row.ts';
import { allCells, fleetIn, type HeatCell } from './fleet.ts';

/** What the cursor is on: the fid of an instance and the number of its GPU, null for its machine as a whole. */
export type HeatCursor = Pick<HeatCell, 'fid' | 'gpu'>;

declare module '../../../store/dialog-state.ts' {
  interface DialogStates {
    /**
     * The picture of all GPUs. The cursor is null until there is a cell; `at` is the number of its cell when it was moved last, for when it is
     * gone. `top` is the first line that is shown when not all fit.
     */
    readonly 'gpu-picture': { readonly cursor: HeatCursor | null; readonly at: number; readonly top: number };
  }
}

/**
 * The number of the cell under the cursor; -1 when its machine is gone. A machine whose GPUs have become known, or whose GPU is no longer
 * there, has the cursor on its first cell.
 */
export function cellAt(cells: readonly HeatCell[], { cursor }: Pick<DialogState<'gpu-picture'>, 'cursor'>): number {
  if (cursor === null) return cells.length === 0 ? -1 : 0;
  const exact = cells.findIndex(({ fid, gpu }) => fid === cursor.fid && gpu === cursor.gpu);
  return exact >= 0 ? exact : cells.findIndex(({ fid }) => fid === cursor.fid);
}

/** The cell under the cursor of the open map; null without one. */
export function cellUnderCursor(state: ConsoleState): HeatCell | null {
  const own = state.dialogs.findLast(({ kind }) => kind === 'gpu-picture');
  if (own?.kind !== 'gpu-picture') return null;
  const cells = allCells(fleetIn(state));
  return cells[cellAt(cells, own)] ?? null;
}

/** The row of a cell among the machines; undefined while they are not read. */
export function rowOfCell(state: ConsoleState, { fid, gpu }: HeatCursor): MachineRow | undefined {
  const { rows }: { readonly rows: ReadonlyMap<string, ListedRow<MachineRow>> } = drawnLists(state).machines;
  return rows.get(gpu === null ? fid : gpuFid(fid, gpu))?.row;
}
