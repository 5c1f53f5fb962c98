import { visibleRows } from '../../store/lists/visible-rows.ts';
import { rowsOnScreen } from '../../store/panes/on-screen.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { ProbeTarget } from './probe-scheduler.ts';

/** The instances to probe, with their addresses: those in the pane's window, and the marked ones. */
export function watchedInstances(state: ConsoleState): readonly ProbeTarget[] {
  if (!state.attended) return [];
  const { rows, indexOf } = visibleRows(state, 'instances');
  const marked = [...state.views.instances.marks].flatMap((fid) => rows[indexOf(fid)] ?? []);
  return [...rowsOnScreen(state, 'instances'), ...marked].flatMap(({ row }) =>
    row.ssh_destination === null ? [] : [{ fid: row.fid, destination: row.ssh_destination }],
  );
}
