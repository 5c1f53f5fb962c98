import type { LineClick } from '../../../screen/dialogs/line.ts';
import type { DialogState } from '../../../store/dialog-state.ts';
import { dialogChanged } from '../../../store/dialogs/dialog-stack.ts';
import type { ConsoleState } from '../../../store/state.ts';
import type { HeatLayout, PlacedCell } from './layout.ts';
import { type HeatView, heatView } from './view.ts';

/** From which cell a move begins: that under the cursor, or the one that stood there when its machine is gone. */
const from = ({ at, cells }: HeatView, own: DialogState<'gpu-picture'>): number =>
  at >= 0 ? at : Math.min(own.at, cells.length - 1);

/** Moves the cursor to the cell that a function finds from its own. */
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

/** What a click on a line of the picture does: the cursor goes to the cell, or to the first of a label. */
export const clickedAt =
  (line: number) =>
  (state: ConsoleState, { column }: LineClick): ConsoleState => {
    return moved(state, ({ layout }, at) => {
      const cell = layout.cells.find(
        (each) => each.line === line && column >= each.column && column < each.column + layout.density.size,
      );
      if (cell !== undefined) return cell.at;
      const label = layout.labels.find(
        (each) => each.line === line && column >= each.column && column < each.column + each.width,
      );
      return layout.cells.find(({ group }) => group === label?.group)?.at ?? at;
    });
  };
