import { memoizeLast } from '../../lib/memoize.ts';
import { byName } from '../../resources/index.ts';
import type { PaneName } from '../../resources/rows.ts';
import type { Features } from '../features.ts';
import { contextOf } from '../row-context.ts';
import type { ChosenColumns, ConsoleState } from '../state.ts';
import { contentWidths } from './content-widths.ts';
import {
  type ColumnHead,
  type ContentWidths,
  columnsOf,
  isFilled,
  type PlacedColumn,
  placeColumns,
} from './place-columns.ts';

/** The chosen or usual columns, without those that nothing was read for. */
export function columnsNow(state: ConsoleState, name: PaneName): readonly ColumnHead[] {
  const context = contextOf(state);
  return columnsOf(state.features.panes, name, state.views[name].columns, state.connected.allProjects).filter((head) =>
    isFilled(head, context),
  );
}

/** Width before the first column: cursor, mark and a blank. */
export const LEAD = 3;
/** Width of the borders, and of the blank before the right one. */
const AROUND = 3;

const placedIn = memoizeLast(({ panes, paneNames }: Features) =>
  byName(paneNames, (name) =>
    memoizeLast((chosen: ChosenColumns, several: boolean, ids: string, width: number, content: ContentWidths) => {
      const filled = ids.split(' ');
      const heads = columnsOf(panes, name, chosen, several).filter(({ id }) => filled.includes(id));
      return placeColumns(heads, width - AROUND - LEAD, content);
    }),
  ),
);

export function columnsIn(state: ConsoleState, name: PaneName, width: number): readonly PlacedColumn[] {
  const { columns } = state.views[name];
  const { allProjects } = state.connected;
  const filled = columnsNow(state, name)
    .map(({ id }) => id)
    .join(' ');
  return placedIn(state.features)[name](columns, allProjects, filled, width, contentWidths(state, name));
}
