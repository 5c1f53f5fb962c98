import type { Reading } from '../../features/machines/reading.ts';
import { readingsOf } from '../../features/machines/readings.ts';
import { memoizeLast } from '../../lib/memoize.ts';
import type { PaneName } from '../../resources/rows.ts';
import { type ConsoleState, drawnLists } from '../state.ts';
import { type ColumnHead, columnsOf } from './place-columns.ts';

const isAnyTried = memoizeLast((readings: ReadonlyMap<string, Reading>): boolean => {
  for (const { sample, problem } of readings.values()) if (sample !== null || problem !== null) return true;
  return false;
});

/** Whether any machine was read, or failed to be, so that the columns about machines have something to show. */
export function knowsMachines(state: ConsoleState): boolean {
  return isAnyTried(readingsOf(drawnLists(state).machines));
}

/** Whether a column has something to show. */
export const isFilled = ({ fromMachines }: Pick<ColumnHead, 'fromMachines'>, machines: boolean): boolean =>
  machines || !fromMachines;

/** Returns the columns that a pane has now: the chosen or usual ones, without those about machines while none was read. */
export function columnsNow(state: ConsoleState, name: PaneName): readonly ColumnHead[] {
  const machines = knowsMachines(state);
  const heads = columnsOf(name, state.views[name].columns, state.connected.allProjects);
  return heads.filter((head) => isFilled(head, machines));
}
