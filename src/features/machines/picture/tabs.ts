import { showNotice } from '../../../store/activity.ts';
import { dialogOpened, topDialog } from '../../../store/dialogs/dialog-stack.ts';
import { cursorRow } from '../../../store/lists/visible-rows.ts';
import { paneFocused, rowSelected } from '../../../store/panes/cursor.ts';
import type { ConsoleState } from '../../../store/state.ts';
import type { PageTabs } from '../../../store/state-part.ts';
import { noMachines, readingBegun } from '../machine-pane.ts';
import { gpuFid } from '../machine-row.ts';
import { allCells, fleetIn } from './fleet.ts';
import { cellUnderCursor, type HeatCursor, moved } from './view.ts';

/** The cell of the operator's row, to begin there; undefined elsewhere. */
function instanceAt(state: ConsoleState): HeatCursor | undefined {
  const { focus } = state;
  const cells = allCells(fleetIn(state));
  if (focus === 'machines') {
    const row = cursorRow(state, 'machines')?.row;
    return cells.find(({ fid, gpu }) => fid === row?.about && (row.gpu === null || row.gpu.index === gpu));
  }
  const fid = cursorRow(state, focus)?.row.fid;
  if (focus === 'instances') return cells.find((cell) => cell.fid === fid);
  const group = focus === 'bids' ? fleetIn(state).find(({ bid }) => bid === fid) : undefined;
  return group?.machines[0]?.[0];
}

/** Shows the picture over the table, or why there is none. At first it begins to read machines. */
export function pictureShown(state: ConsoleState): ConsoleState {
  if (topDialog(state)?.kind === 'gpu-picture') return state;
  const why = noMachines(state);
  if (why !== null) return showNotice(state, why, 'warn');
  const on = paneFocused(readingBegun(state), 'machines');
  const [first] = allCells(fleetIn(on));
  const { fid, gpu } = instanceAt(state) ?? first ?? {};
  const cursor = fid === undefined || gpu === undefined ? null : { fid, gpu };
  const opened = { ...dialogOpened(on, { kind: 'gpu-picture', cursor, at: 0, top: 0 }), notice: on.notice };
  return cursor === null ? opened : moved(opened, (_, at) => at);
}

/** Shows the table, its cursor on the picture's machine, or on its GPU if shown. */
export function tableShown(state: ConsoleState): ConsoleState {
  const cell = cellUnderCursor(state);
  const shown = paneFocused(state, 'machines');
  if (cell === null) return shown;
  const isOpen = cell.gpu !== null && state.views.machines.opened.has(cell.fid);
  return rowSelected(shown, 'machines', isOpen ? gpuFid(cell.fid, cell.gpu) : cell.fid);
}

export const machineTabs: PageTabs = {
  pane: 'machines',
  titles: ['Table', 'Picture'],
  at: 0,
  shown: (state, at) => (at === 0 ? tableShown(state) : pictureShown(state)),
};
