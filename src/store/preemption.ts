import type { ListedRow } from '../api/result.ts';
import type { JournalEvent } from '../changes/change-event.ts';
import { changedAt } from '../changes/newer.ts';
import type { Bid } from '../contract/bid.ts';
import type { Instance } from '../contract/instance.ts';
import { deltaBetween, type MapDelta } from '../lib/maps.ts';
import type { TimeLeft } from '../resources/context.ts';
import { isStatus } from '../resources/parts/status.ts';
import { type List, type ReadTimes, requestedAt } from './list.ts';
import { membersOf } from './row-memory.ts';
import type { ConsoleState, Preemption, TimeRange } from './state.ts';
import { bidsAtRisk } from './state-part.ts';

type AnyRow = { readonly [field: string]: unknown };

/** Starts the clocks of newly preempting rows, and ends those of others. */
export function preemptionSeen(
  state: ConsoleState,
  name: 'bids' | 'instances',
  before: Pick<List<AnyRow>, 'rows'> & ReadTimes,
  now: number,
): ConsoleState {
  const list = state.lists[name];
  // The first complete list may have the same rows as its pages.
  if (list.rows === before.rows && before.fetchedAt !== null) return state;
  const isFirst = before.fetchedAt === null;
  const { changed }: MapDelta<unknown> = deltaBetween<unknown>(before.rows, list.rows, list.delta);
  let seen: Map<string, Preemption> | null = null;
  // A gone row may have been preempted.
  for (const fid of isFirst ? list.rows.keys() : changed) {
    const listed = list.rows.get(fid);
    const isNow = isPreempting(listed?.row);
    if (listed === undefined || isNow === state.preempting.has(fid)) continue;
    seen ??= new Map(state.preempting);
    if (!isNow) {
      seen.delete(fid);
      continue;
    }
    const was = before.rows.get(fid)?.row;
    // A row of a first page may have been preempted long before.
    const since = was === undefined || isPreempting(was) ? before.fetchedAt : requestedAt(before, fid);
    const otherwiseAt = since === null ? null : Math.min(since, now);
    seen.set(fid, { seenAt: now, otherwiseAt, began: beganAt(listed, otherwiseAt, now) });
  }
  return seen === null ? state : { ...state, preempting: seen };
}

/** From the row's last change if it has one; null when unknown. */
function beganAt(
  listed: Pick<ListedRow<unknown>, 'raw'> | undefined,
  after: number | null,
  now: number,
): TimeRange | null {
  const changed = listed === undefined ? null : changedAt(membersOf(listed));
  if (changed === null || changed > now) return after === null ? null : { after, by: now };
  const at = Math.max(changed, after ?? changed);
  return { after: at, by: at };
}

export const uncertainStarts = (state: ConsoleState): readonly string[] =>
  [...state.preempting].flatMap(([fid, { began }]) => (isCertain(began, state) ? [] : [fid]));

/** Other consoles may have seen starts uncertain here. */
export function preemptionsLearned(state: ConsoleState, events: readonly JournalEvent[]): ConsoleState {
  const starts = new Map<string, TimeRange>();
  for (const { payload, since, at } of events) {
    if (payload.kind !== 'seen' || payload.field !== 'status' || !state.preempting.has(payload.fid)) continue;
    if (since !== null && isStatus(payload.to, 'preempting')) starts.set(payload.fid, { after: since, by: at });
    else starts.delete(payload.fid);
  }
  const learned = [...starts].flatMap(([fid, start]): readonly [string, Preemption][] => {
    const known = state.preempting.get(fid);
    if (known === undefined || isCertain(known.began, state)) return [];
    const began = bothHold(known.began ?? { after: 0, by: known.seenAt }, start);
    return began === null ? [] : [[fid, { ...known, began }]];
  });
  // The order stays: the longest known first.
  return learned.length === 0 ? state : { ...state, preempting: new Map([...state.preempting, ...learned]) };
}

function bothHold(one: TimeRange, other: TimeRange): TimeRange | null {
  const after = Math.max(one.after, other.after);
  const by = Math.min(one.by, other.by);
  return after > by ? null : { after, by };
}

/** Most uncertainty of a start, as a share of a preemption. */
const MAX_UNCERTAINTY = 0.25;

const isCertain = (began: TimeRange | null, { preemptionMs }: Pick<ConsoleState, 'preemptionMs'>): began is TimeRange =>
  began !== null && began.by - began.after <= preemptionMs * MAX_UNCERTAINTY;

export function timeLeftOf(state: ConsoleState, fid: string): TimeLeft | null {
  const known = state.preempting.get(fid);
  if (known === undefined) return null;
  const { seenAt, began } = known;
  const leftMs = (began?.by ?? seenAt) + state.preemptionMs - state.now;
  if (leftMs <= 0) return { kind: 'overdue', byMs: -leftMs };
  return isCertain(began, state) ? { kind: 'known', leftMs, slackMs: began.by - began.after } : { kind: 'unknown' };
}

export function preemptingBids({ lists, preempting }: ConsoleState): readonly Bid[] {
  return [...preempting.keys()].flatMap((fid) => {
    const row = lists.bids.rows.get(fid)?.row;
    return row !== undefined && isPreempting(row) ? [row] : [];
  });
}

export function preemptingInstances({ lists, preempting }: ConsoleState): readonly Instance[] {
  return [...preempting.keys()].flatMap((fid) => {
    const row = lists.instances.rows.get(fid)?.row;
    return row !== undefined && isPreempting(row) ? [row] : [];
  });
}

type Endangered = { readonly pane: 'bids' | 'instances'; readonly fid: string };

/** The row after the cursor among preempting bids, or instances when no bid says so, and then bids at risk. */
export function nextAtRisk(state: ConsoleState): Endangered | null {
  const bids = preemptingBids(state);
  const pane = bids.length === 0 ? 'instances' : 'bids';
  const preempting = pane === 'bids' ? bids : preemptingInstances(state);
  const known = new Set<string>(bids.map(({ fid }) => fid));
  const atRisk = bidsAtRisk(state).filter(({ bid }) => !known.has(bid.fid));
  const all: readonly Endangered[] = [
    ...preempting.map(({ fid }) => ({ pane, fid }) as const),
    ...atRisk.map(({ bid }) => ({ pane: 'bids', fid: bid.fid }) as const),
  ];
  const isUnderCursor = ({ pane: of, fid }: Endangered): boolean => state.views[of].cursor === fid;
  const focused = all.findIndex((one) => one.pane === state.focus && isUnderCursor(one));
  const at = focused < 0 ? all.findIndex(isUnderCursor) : focused;
  return all[(at + 1) % Math.max(1, all.length)] ?? null;
}

function isPreempting(row: AnyRow | undefined): boolean {
  return typeof row?.['status'] === 'string' && isStatus(row['status'], 'preempting');
}
