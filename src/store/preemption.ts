import type { Bid } from '../contract/bid.ts';
import type { Instance } from '../contract/instance.ts';
import { deltaBetween, type MapDelta } from '../lib/diff-maps.ts';
import { isStatus } from '../resources/parts/status.ts';
import { type List, type ReadTimes, requestedAt } from './list.ts';
import type { ConsoleState } from './state.ts';

type AnyRow = { readonly [field: string]: unknown };

/** Starts the clock of each row that is newly listed as preempting, and removes those of rows that no longer are. */
export function preemptionSeen(
  state: ConsoleState,
  name: 'bids' | 'instances',
  before: Pick<List<AnyRow>, 'rows'> & ReadTimes,
  now: number,
): ConsoleState {
  const list = state.lists[name];
  // The first complete list may have the same rows as its pages.
  if (list.rows === before.rows && before.fetchedAt !== null) return state;
  const seen = new Map(
    [...state.preempting].filter(([fid]) => !list.rows.has(fid) || isPreempting(list.rows.get(fid)?.row)),
  );
  const delta: MapDelta<unknown> = deltaBetween<unknown>(before.rows, list.rows, list.delta);
  for (const fid of before.fetchedAt === null ? list.rows.keys() : delta.changed) {
    const row = list.rows.get(fid)?.row;
    if (row !== undefined && isPreempting(row) && !seen.has(row.fid)) {
      const was = before.rows.get(row.fid)?.row;
      // A row of a first page may have been preempted long before.
      const since = was === undefined || isPreempting(was) ? before.fetchedAt : requestedAt(before, row.fid);
      seen.set(row.fid, { seenAt: now, slackMs: since === null ? null : Math.max(0, now - since) });
    }
  }
  const same = seen.size === state.preempting.size && [...seen.keys()].every((fid) => state.preempting.has(fid));
  return same ? state : { ...state, preempting: seen };
}

/** The bids that are being preempted, the longest known first. */
export function preemptingBids({ lists, preempting }: ConsoleState): readonly Bid[] {
  return [...preempting.keys()].flatMap((fid) => {
    const row = lists.bids.rows.get(fid)?.row;
    return row !== undefined && isPreempting(row) ? [row] : [];
  });
}

/** The instances that are being preempted, the longest known first. */
export function preemptingInstances({ lists, preempting }: ConsoleState): readonly Instance[] {
  return [...preempting.keys()].flatMap((fid) => {
    const row = lists.instances.rows.get(fid)?.row;
    return row !== undefined && isPreempting(row) ? [row] : [];
  });
}

/** The next preempting row after the cursor, the longest known first: a bid, or an instance when no bid says so. */
export function nextPreempting(
  state: ConsoleState,
): { readonly pane: 'bids' | 'instances'; readonly fid: string } | null {
  const bids = preemptingBids(state);
  const pane = bids.length === 0 ? 'instances' : 'bids';
  const fids = (pane === 'bids' ? bids : preemptingInstances(state)).map(({ fid }): string => fid);
  const { cursor } = state.views[pane];
  const at = cursor === null ? -1 : fids.indexOf(cursor);
  const fid = fids[(at + 1) % Math.max(1, fids.length)];
  return fid === undefined ? null : { pane, fid };
}

function isPreempting(row: AnyRow | undefined): boolean {
  return typeof row?.['status'] === 'string' && isStatus(row['status'], 'preempting');
}
