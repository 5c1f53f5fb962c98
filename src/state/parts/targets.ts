import type { ServiceList } from '../../contract/lists.ts';
import { serviceResources } from '../../resources/index.ts';
import type { ServiceResource } from '../../resources/resource.ts';
import type { Rows } from '../../resources/rows.ts';
import { type List, requestedAt } from '../lists/list.ts';
import { rowsOnScreen } from '../panes/on-screen.ts';
import { type ConsoleState, drawnLists } from '../state.ts';

/** Age from which a row that has ended is read again while it is on screen, in milliseconds. */
const ENDED_MS = 30_000;
/** Most marked rows that are refreshed like those on screen. */
const MAX_MARKED = 200;

/** A list that comes in pages and whose rows the service can select: it can be read in parts. */
export type PartedList = 'bids' | 'instances';
export const partedLists: readonly PartedList[] = ['bids', 'instances'];

/** Rows to read in parts of a list: its own, and the bids whose instances are read. */
export type Targets = { readonly rows: ReadonlySet<string>; readonly bids: ReadonlySet<string> };

/**
 * Returns the rows that the operator looks at or waits for: those in the windows of the panes, marked rows, rows with a
 * pending write, and rows that are being preempted; for instances also those of the bids among them.
 */
export function watchedRows(state: ConsoleState, name: PartedList): Targets {
  const rows = watchedIn(state, name);
  return { rows, bids: name === 'instances' ? watchedIn(state, 'bids') : new Set() };
}

/** Returns the rows that have not ended, and for instances the bids that have not. */
export function liveRows(state: ConsoleState, name: PartedList): Targets {
  if (name === 'bids') return { rows: liveIn(state, name), bids: new Set() };
  const bids = liveIn(state, 'bids');
  // The live instances of a live bid are found by the bid.
  const others = [...liveIn(state, name)].filter(
    (fid) => !bids.has(state.lists.instances.rows.get(fid)?.row.bid ?? ''),
  );
  return { rows: new Set(others), bids };
}

function watchedIn<Name extends PartedList>(state: ConsoleState, name: Name): ReadonlySet<string> {
  const onScreen = rowsOnScreen(state, name).map(({ row }): string => row.fid);
  const pending = state.pending.flatMap(({ write }) => (write.list === name && write.fid !== null ? [write.fid] : []));
  const marked = [...state.views[name].marks].slice(0, MAX_MARKED);
  const list = state.lists[name];
  const fids = new Set([...onScreen, ...pending, ...marked, ...state.preempting.keys()]);
  return new Set(
    [...fids].filter((fid) => {
      if (!list.rows.has(fid)) return false;
      return !hasEnded(state, name, fid) || state.now - (requestedAt(list, fid) ?? 0) >= ENDED_MS;
    }),
  );
}

function liveIn<Name extends PartedList>(state: ConsoleState, name: Name): ReadonlySet<string> {
  const { rows } = state.lists[name];
  return new Set([...rows.keys()].filter((fid) => !hasEnded(state, name, fid)));
}

/** Whether a row has ended and, as far as is known, never changes again. */
export function hasEnded<Name extends ServiceList>(state: ConsoleState, name: Name, fid: string): boolean {
  const resource: ServiceResource<Name> = serviceResources[name];
  const list: List<Rows[Name]> = state.lists[name];
  const row = list.rows.get(fid)?.row;
  return row !== undefined && (resource.hasEnded?.(row) ?? false);
}

/** Returns when the oldest row in a pane's window that can still change was requested; null when there is none. */
export function oldestOnScreen<Name extends ServiceList>(state: ConsoleState, name: Name): number | null {
  const list = drawnLists(state)[name];
  const times = rowsOnScreen(state, name).flatMap(({ row }) =>
    hasEnded(state, name, row.fid) ? [] : (requestedAt(list, row.fid) ?? []),
  );
  return times.length === 0 ? null : Math.min(...times);
}
