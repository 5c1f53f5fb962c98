import type { JournalEvent, ObservedChange } from '../changes/change-event.ts';
import type { ServiceList } from '../contract/lists.ts';
import { deltaBetween, type MapDelta, VersionedMap } from '../lib/maps.ts';
import { LONGEST_SPAN_MS, type Step } from '../lib/time-slots.ts';
import { bids as bidsResource } from '../resources/bids/bids.ts';
import { bidsTouched, instancesByBid } from '../resources/parts/joins.ts';
import { isStatus } from '../resources/parts/status.ts';
import type { ConsoleState, Lists, ObservedSpan, PastChange, RunHistory, Sample } from './state.ts';

export const NO_RUN_HISTORY: RunHistory = { seen: [], byBid: new Map(), liveSince: null, past: null };

/** Longest gap between two complete lists, in milliseconds. */
export const LONGEST_GAP_MS = 60_000;
const MAX_STEPS = 64;

export function runningDifference({ field, change, from, to }: ObservedChange): number {
  if (field !== 'status' && change !== 'appeared') return 0;
  const ran = (status: string | null): number => (isStatus(status, 'running') ? 1 : 0);
  return ran(to) - ran(from);
}

/** Costs as much as has changed. */
export function runsSeen(state: ConsoleState, name: ServiceList, before: Lists, now: number): ConsoleState {
  const { lists, runHistory } = state;
  if ((name !== 'bids' && name !== 'instances') || lists.bids.fetchedAt === null || lists.instances.fetchedAt === null)
    return state;
  const isComplete = lists[name].fetchedAt !== before[name].fetchedAt;
  const seen = name === 'instances' && isComplete ? seenAlso(runHistory.seen, now) : runHistory.seen;
  const live = runHistory.liveSince === null;
  const fids = live ? lists.bids.rows.keys() : touchedBids(name, before, lists);
  const byBid = withNumbers(runHistory.byBid, fids, lists, now);
  if (seen === runHistory.seen && byBid === runHistory.byBid && !live) return state;
  const next: RunHistory = { ...runHistory, seen, byBid, liveSince: runHistory.liveSince ?? now };
  return { ...state, runHistory: live ? withPast({ ...next, seen: seenAlso(next.seen, now) }) : next };
}

function touchedBids(name: 'bids' | 'instances', before: Lists, lists: Lists): Iterable<string> {
  if (name === 'instances') {
    const delta = deltaBetween(before.instances.rows, lists.instances.rows, lists.instances.delta);
    return delta.changed.length + delta.gone.length === 0 ? [] : (bidsTouched(delta) ?? []);
  }
  const delta: MapDelta<unknown> = deltaBetween(before.bids.rows, lists.bids.rows, lists.bids.delta);
  return [...delta.changed, ...delta.gone];
}

function withNumbers(
  known: RunHistory['byBid'],
  fids: Iterable<string>,
  { bids, instances }: Lists,
  now: number,
): RunHistory['byBid'] {
  const numbers = instancesByBid(instances);
  const edits: [fid: string, steps: readonly Step[] | undefined][] = [];
  for (const fid of fids) {
    const bid = bids.rows.get(fid)?.row;
    const steps = known.get(fid);
    const value = numbers.get(fid)?.running ?? 0;
    if (bid === undefined || bidsResource.hasEnded?.(bid) === true) edits.push([fid, undefined]);
    else if (steps?.at(-1)?.value !== value) edits.push([fid, recent([...(steps ?? []), { at: now, value }], now)]);
  }
  return VersionedMap.of(known).with(edits);
}

/** The last step before the picture's beginning, and those since. */
function recent(steps: readonly Step[], now: number): readonly Step[] {
  const first = steps.findLastIndex(({ at }) => at <= now - LONGEST_SPAN_MS);
  return steps.slice(Math.max(0, first)).slice(-MAX_STEPS);
}

function seenAlso(seen: readonly ObservedSpan[], now: number): readonly ObservedSpan[] {
  const last = seen.at(-1);
  if (last !== undefined && now - last.to <= LONGEST_GAP_MS)
    return [...seen.slice(0, -1), { from: last.from, to: now }];
  return [...seen.filter(({ to }) => to > now - LONGEST_SPAN_MS), { from: now, to: now }];
}

export function pastRead(
  state: ConsoleState,
  events: readonly JournalEvent[],
  { since, samples }: { readonly since: number; readonly samples: readonly Sample[] },
): ConsoleState {
  const { runHistory } = state;
  const reads = [...samples.map(({ at }) => at), ...runHistory.seen.flatMap(({ from, to }) => [from, to])];
  const seen = reads.toSorted((a, b) => a - b).reduce<readonly ObservedSpan[]>(seenAlso, []);
  const changes = pastChanges(events, runHistory.liveSince ?? Number.POSITIVE_INFINITY);
  return { ...state, runHistory: withPast({ ...runHistory, seen, past: { since, changes } }) };
}

/** Changes found in the first lists happened after the last console looked. */
export function pastFound(state: ConsoleState, events: readonly JournalEvent[]): ConsoleState {
  const { runHistory } = state;
  const { liveSince, past } = runHistory;
  if (liveSince === null || past === null) return state;
  const found = events.filter(({ at, since }) => since !== null && since < liveSince && at >= liveSince);
  const changes = pastChanges(found, Number.POSITIVE_INFINITY).map((change) => ({ ...change, at: liveSince }));
  if (changes.length === 0) return state;
  return {
    ...state,
    runHistory: withPast({ ...runHistory, past: { ...past, changes: [...past.changes, ...changes] } }),
  };
}

function pastChanges(events: readonly JournalEvent[], until: number): readonly PastChange[] {
  return events.flatMap(({ at, payload }): readonly PastChange[] => {
    if (payload.kind !== 'seen' || payload.bid === null || at > until) return [];
    const difference = runningDifference(payload);
    return difference === 0 ? [] : [{ at, bid: payload.bid, difference }];
  });
}

/** Counts backwards from the first live number. */
function withPast(history: RunHistory): RunHistory {
  const { liveSince, past } = history;
  if (liveSince === null || past === null) return history;
  const changes = Map.groupBy(past.changes, ({ bid }) => bid);
  const byBid = new Map(
    [...history.byBid].map(([fid, steps]): [string, readonly Step[]] => {
      const live = steps.filter(({ at }) => at >= liveSince);
      const [first] = live;
      // A bid from later has no past here.
      if (first === undefined || first.at > liveSince || first.value === null) return [fid, steps];
      const before: Step[] = [];
      let value = first.value;
      for (const { at, difference } of (changes.get(fid) ?? []).toReversed()) {
        if (at < liveSince) before.unshift({ at, value });
        value = Math.max(0, value - difference);
      }
      return [fid, recent([{ at: past.since, value }, ...before, ...live], liveSince)];
    }),
  );
  return { ...history, byBid };
}
