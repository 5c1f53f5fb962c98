import type { ServiceList } from '../../contract/lists.ts';
import { serviceLists } from '../../resources/index.ts';
import type { ProbeTarget } from '../../ssh/probe-scheduler.ts';
import { linesBetween } from '../lists/group-rows.ts';
import { visibleRows } from '../lists/visible-rows.ts';
import type { ConsoleState } from '../state.ts';
import { windowOf } from './cursor.ts';
import { layoutOf, panesOn } from './layout.ts';

/** Lists that are polled together: a bid's running count comes from the instances, an instance's bid from the bids. */
const JOINED: readonly ServiceList[] = ['bids', 'instances'];

/** Returns the lists on screen, in a pane of their own or joined into one. */
export function visibleLists(state: ConsoleState): ReadonlySet<ServiceList> {
  const panes = panesOn(layoutOf(state)).map(({ name }) => name);
  const visible = new Set(serviceLists.filter((name) => panes.includes(name)));
  if (JOINED.some((name) => visible.has(name))) for (const name of JOINED) visible.add(name);
  return visible;
}

/** Returns the instances to probe, with their addresses: those in the pane's window, and the marked ones. */
export function watchedInstances(state: ConsoleState): readonly ProbeTarget[] {
  if (!state.attended) return [];
  const onScreen = panesOn(layoutOf(state)).some(({ name }) => name === 'instances');
  const { rows, indexOf, groups } = visibleRows(state, 'instances');
  const { top, page } = windowOf(state, 'instances');
  const marked = [...state.views.instances.marks].flatMap((fid) => rows[indexOf(fid)] ?? []);
  const visible = linesBetween(groups, rows.length, top, top + page).flatMap((line) =>
    line.kind === 'row' ? (rows[line.at] ?? []) : [],
  );
  return [...(onScreen ? visible : []), ...marked].flatMap(({ row }) =>
    row.ssh_destination === null ? [] : [{ fid: row.fid, destination: row.ssh_destination }],
  );
}
