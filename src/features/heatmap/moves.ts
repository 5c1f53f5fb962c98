import type { LineClick } from '../../screen/dialogs/line.ts';
import type { DialogState } from '../../store/dialog-state.ts';
import { dialogChanged, dialogClosed } from '../../store/dialogs/dialog-stack.ts';
import { jumped } from '../../store/run-action.ts';
import { type ConsoleState, withView } from '../../store/state.ts';
import { gpuFid } from '../machines/machine-row.ts';
import { AT_REST } from '../machines/reading.ts';
import type { HeatLayout, PlacedCell } from './layout.ts';
import { cellUnderCursor } from './state.ts';
import { type HeatView, heatView } from './view.ts';

/** From which cell a move begins: that under the cursor, or the one that stood there when its machine is gone. */
const from = ({ at, cells }: HeatView, own: DialogState<'heatmap'>): number =>
  at >= 0 ? at : Math.min(own.at, cells.length - 1);

/** Moves the cursor to the cell that a function finds from its own. */
export function moved(state: ConsoleState, to: (view: HeatView, at: number) => number): ConsoleState {
  return dialogChanged(state, 'heatmap', (own) => {
    const view = heatView(state, own);
    const at = Math.max(0, Math.min(to(view, from(view, own)), view.cells.length - 1));
    const cell = view.cells[at];
    if (cell === undefined) return own;
    const next = { ...own, cursor: { fid: cell.fid, gpu: cell.gpu }, at };
    return { ...next, top: heatView(state, next).top };
  });
}

/** The cell of a line that is nearest to a column. */
function nearestOn(cells: readonly PlacedCell[], line: number, column: number): PlacedCell | undefined {
  return cells
    .filter((cell) => cell.line === line)
    .reduce<PlacedCell | undefined>(
      (best, cell) =>
        best === undefined || Math.abs(cell.column - column) < Math.abs(best.column - column) ? cell : best,
      undefined,
    );
}

/** The cell above or below another one by a number of lines with cells. */
export function cellBeside({ cells }: HeatLayout, at: number, by: number): number {
  const own = cells[at];
  if (own === undefined) return at;
  const lines = [...new Set(cells.map(({ line }) => line))].toSorted((a, b) => a - b);
  const line = lines[Math.max(0, Math.min(lines.indexOf(own.line) + by, lines.length - 1))];
  return line === undefined || line === own.line ? at : (nearestOn(cells, line, own.column)?.at ?? at);
}

/** The first cell of the group before or after that of a cell. */
export function groupBeside({ cells }: HeatLayout, at: number, by: 1 | -1): number {
  const group = (cells[at]?.group ?? 0) + by;
  return cells.find((cell) => cell.group === group)?.at ?? at;
}

/** The first GPU at rest of the next machine that has one after that of a cell, or of the one before it, going round. */
export function restBeside({ cells }: Pick<HeatView, 'cells'>, at: number, by: 1 | -1): number {
  const firsts = new Map<string, number>();
  for (const [n, { fid, use }] of cells.entries())
    if (use.kind === 'current' && use.percent <= AT_REST && !firsts.has(fid)) firsts.set(fid, n);
  firsts.delete(cells[at]?.fid ?? '');
  const others = [...firsts.values()];
  const found = by > 0 ? (others.find((n) => n > at) ?? others[0]) : (others.findLast((n) => n < at) ?? others.at(-1));
  return found ?? at;
}

/** What a click on a line of the picture does: the cursor goes to the cell, or to the first of a label; a double click goes to its machine. */
export const clickedAt =
  (line: number) =>
  (state: ConsoleState, { column, isDouble }: LineClick): ConsoleState => {
    const next = moved(state, ({ layout }, at) => {
      const cell = layout.cells.find(
        (each) => each.line === line && column >= each.column && column < each.column + layout.density.size,
      );
      if (cell !== undefined) return cell.at;
      const label = layout.labels.find(
        (each) => each.line === line && column >= each.column && column < each.column + each.width,
      );
      return layout.cells.find(({ group }) => group === label?.group)?.at ?? at;
    });
    return isDouble ? toMachine(next) : next;
  };

/** Closes the map and goes to the machine under its cursor in the pane of machines, with its GPUs. */
export function toMachine(state: ConsoleState): ConsoleState {
  const cell = cellUnderCursor(state);
  if (cell === null) return state;
  const { opened } = state.views.machines;
  const shown = withView(dialogClosed(state), 'machines', { opened: new Set([...opened, cell.fid]) });
  return jumped(shown, 'machines', cell.gpu === null ? cell.fid : gpuFid(cell.fid, cell.gpu), null);
}

/** Closes the map and goes to the instance under its cursor. */
export function toInstance(state: ConsoleState): ConsoleState {
  const cell = cellUnderCursor(state);
  return cell === null ? state : jumped(dialogClosed(state), 'instances', cell.fid, null);
}
