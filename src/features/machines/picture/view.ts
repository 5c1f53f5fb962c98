import { memoizeLast } from '../../../lib/memoize.ts';
import type { Room } from '../../../screen/dialogs/dialog.ts';
import { dialogHeight, dialogWidth } from '../../../screen/dialogs/view.ts';
import type { DialogState } from '../../../store/dialog-state.ts';
import { topFor } from '../../../store/panes/cursor.ts';
import { contextOf } from '../../../store/row-context.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { allCells, fleetIn, type HeatCell, type HeatGroup } from './fleet.ts';
import { type HeatLayout, placedIn } from './layout.ts';
import { cellAt } from './state.ts';
import { blockOf } from './words.ts';

/** The parts of the map on a screen: lines above the picture, the picture, and lines below it. */
export type HeatView = {
  readonly groups: readonly HeatGroup[];
  readonly cells: readonly HeatCell[];
  readonly layout: HeatLayout;
  /** The number of the cell under the cursor; -1 without one. */
  readonly at: number;
  /** Whether there is room for the tabs and the legend, and for a blank line below it. */
  readonly legend: boolean;
  readonly blank: boolean;
  /** The lines of the picture that are shown: the first, and how many. */
  readonly top: number;
  readonly page: number;
};

/** Heights from which on the legend and a blank line below it are shown. */
const WITH_LEGEND = 9;
const WITH_BLANK = 14;

/** The room of the map on the screen. */
export const roomOf = ({ size }: Pick<ConsoleState, 'size'>): Room => ({
  width: dialogWidth(size.columns, 'whole'),
  height: dialogHeight(size.rows),
});

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

/** The line that has to be in view with a cell: that of the label above the first cells of a group. */
function lineOf({ cells, labels }: HeatLayout, at: number): number {
  const cell = cells[at];
  if (cell === undefined) return 0;
  const label = labels[cell.group]?.line ?? cell.line;
  return cell.line === label + 1 ? label : cell.line;
}

/** The map as it is drawn. */
export function heatView(state: ConsoleState, own: DialogState<'gpu-picture'>): HeatView {
  const { width, height } = roomOf(state);
  const groups = fleetIn(state);
  const cells = allCells(groups);
  const legend = height >= WITH_LEGEND;
  const blank = height >= WITH_BLANK;
  // The tabs and the summary above, and the line of the cursor below.
  const free = Math.max(2, height - 2 - (legend ? 2 : 0) - (blank ? 2 : 0));
  const layout = layoutFor(groups, state, width, free);
  const at = cellAt(cells, own);
  const top = topFor(own.top, lineOf(layout, at < 0 ? own.at : at), free, layout.lines);
  return { groups, cells, layout, at, legend, blank, top, page: free };
}
