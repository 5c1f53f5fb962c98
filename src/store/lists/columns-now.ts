import type { Context } from '../../resources/context.ts';
import type { PaneName } from '../../resources/rows.ts';
import { contextOf } from '../row-context.ts';
import type { ConsoleState } from '../state.ts';
import { type ColumnHead, columnsOf } from './place-columns.ts';

/** Whether a column has something to show. */
export const isFilled = ({ live }: Pick<ColumnHead, 'live'>, { own }: Pick<Context, 'own'>): boolean =>
  live === null || own(live.isRead);

/** The columns that a pane has now: the chosen or usual ones, without those that nothing was read for yet. */
export function columnsNow(state: ConsoleState, name: PaneName): readonly ColumnHead[] {
  const context = contextOf(state);
  return columnsOf(state.features.panes, name, state.views[name].columns, state.connected.allProjects).filter((head) =>
    isFilled(head, context),
  );
}
