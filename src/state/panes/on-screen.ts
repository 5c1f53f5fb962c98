import type { ServiceList } from '../../contract/lists.ts';
import { serviceLists } from '../../resources/index.ts';
import type { ProbeTarget } from '../../ssh/probe-scheduler.ts';
import { linesBetween } from '../lists/group-rows.ts';
import { visibleRows } from '../lists/visible-rows.ts';
import type { ConsoleState } from '../state.ts';
import { windowOf } from './cursor.ts';
import { layoutOf, panesOn } from './layout.ts';

/** Lists that are told together: a bid's running count comes from the instances, an instance's bid from the bids. */
const TOGETHER: readonly ServiceList[] = ['bids', 'instances'];

/** The lists that somebody looks at, in a pane of their own or joined into one. */
export function visibleLists(state: ConsoleState): ReadonlySet<ServiceList> {
  const panes = panesOn(layoutOf(state)).map(({ name }) => name);
  const seen = new Set(serviceLists.filter((name) => panes.includes(name)));
  if (TOGETHER.some((name) => seen.has(name))) for (const name of TOGETHER) seen.add(name);
  return seen;
}

/** The instances that somebody looks at: those in the pane's window, and the marked ones, with their addresses. */
export function watchedInstances(state: ConsoleState): readonly ProbeTarget[] {
  if (!state.attended) return [];
  const onScreen = panesOn(layoutOf(state)).some(({ name }) => name === 'instances');
  const { rows, indexOf, groups } = visibleRows(state, 'instances');
  const { top, page } = windowOf(state, 'instances');
  const marked = [...state.views.instances.marks].flatMap((fid) => rows[indexOf(fid)] ?? []);
  const seen = linesBetween(groups, rows.length, top, top + page).flatMap((line) =>
    line.kind === 'row' ? (rows[line.at] ?? []) : [],
  );
  return [...(onScreen ? seen : []), ...marked].flatMap(({ row }) =>
    row.ssh_destination === null ? [] : [{ fid: row.fid, destination: row.ssh_destination }],
  );
}
