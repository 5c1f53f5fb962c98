import type { PaneName } from '../../resources/rows.ts';
import type { ConsoleState } from '../state.ts';
import { contentWidths } from './content-widths.ts';
import { columnsOf, type PlacedColumn, placeColumns } from './place-columns.ts';

/** Width before the first column: the cursor, the mark and a blank. */
export const LEAD = 3;
/** Width of a pane's borders, and of the blank before the right one. */
const AROUND = 3;

/** Returns the columns that a pane of a width shows, borders included. */
export function columnsIn(state: ConsoleState, name: PaneName, width: number): readonly PlacedColumn[] {
  const heads = columnsOf(name, state.views[name].columns, state.connected.allProjects);
  return placeColumns(heads, width - AROUND - LEAD, contentWidths(state, name));
}
