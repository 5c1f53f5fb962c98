import type { JournalEvent, ObservedChange, OperatorEvent } from '../../changes/change-event.ts';
import { BEHIND_MS, LATE_MS } from '../../changes/newer.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { nameOrFid } from '../../lib/words.ts';
import { isStatus } from '../../resources/parts/status.ts';
import { idlenessIn, isIdleBegin } from '../machines/idle.ts';
import { incidentsWith, NO_INCIDENTS } from '../why/incident.ts';
import type { Outage } from '../why/outage.ts';

/** A value before and after, as the service gave it. */
export type Change = { readonly from: string | null; readonly to: string | null };

/** What happened to a bid and its instances. Instances are identifiers, each once. */
export type BidChanges = {
  readonly fid: string;
  readonly name: string;
  /** Instances that ended without a request, and those among them that were preempted. */
  readonly lost: readonly string[];
  readonly preempted: readonly string[];
  readonly filled: readonly string[];
  readonly ended: readonly string[];
  /** Machines that began to be idle and are since. */
  readonly idle: readonly string[];
  readonly status: Change | null;
  /** The limit price, changed by others than the operators of this journal. */
  readonly limit: Change | null;
  readonly isNew: boolean;
  readonly hasEnded: boolean;
  readonly hasChanged: boolean;
  /** The times at which it lost instances that had not ended for it, in their order. */
  readonly outages: readonly Outage[];
};

/** A row that others than the operators of this journal have created or removed. */
export type RowOfOthers = {
  readonly list: ServiceList;
  readonly fid: string;
  readonly name: string;
  readonly change: 'appeared' | 'gone';
};

/** An API key and its last step towards the expiry, in the words of the journal. */
export type KeyExpiry = { readonly fid: string; readonly name: string; readonly step: string | null };

/** The changes in some events. */
type Changes = {
  readonly bids: ReadonlyMap<string, BidChanges>;
  readonly rows: readonly RowOfOthers[];
  readonly keys: readonly KeyExpiry[];
};

export const NO_CHANGES: Omit<BidChanges, 'fid' | 'name'> = {
  lost: [],
  preempted: [],
  filled: [],
  ended: [],
  idle: [],
  status: null,
  limit: null,
  isNew: false,
  hasEnded: false,
  hasChanged: false,
  outages: [],
};

type ProjectEvents = readonly { readonly events: readonly JournalEvent[] }[];
const known = new WeakMap<ProjectEvents, Changes>();

/** The changes in the events of some projects. Events of lists without a project are in all of them and count once. */
export function changesIn(parts: ProjectEvents): Changes {
  const before = known.get(parts);
  if (before !== undefined) return before;
  const byId = new Map(parts.flatMap(({ events }) => events.map((event) => [event.id, event] as const)));
  const changes = changesOf([...byId.values()].toSorted((a, b) => a.id - b.id));
  known.set(parts, changes);
  return changes;
}

type BidCounts = {
  name: string;
  /** Instances by identifier, with when their loss was seen. */
  readonly lost: Map<string, number>;
  readonly preempted: Set<string>;
  readonly filled: Set<string>;
  readonly ended: Set<string>;
  readonly idle: Set<string>;
  status: Change | null;
  limit: Change | null;
  isNew: boolean;
  hasEnded: boolean;
  /** The last list before the bid was paused or ended, which ends its instances by request; null when it was not. */
  letGoAfter: number | null;
};

function changesOf(events: readonly JournalEvent[]): Changes {
  const isByOperator = byOperators(events);
  const bids = new Map<string, BidCounts>();
  const rows = new Map<string, RowOfOthers>();
  const keys = new Map<string, KeyExpiry>();
  const bidWith = (fid: string, name: string | null): BidCounts => {
    const bid = bids.get(fid) ?? newCount();
    bid.name = name ?? bid.name;
    bids.set(fid, bid);
    return bid;
  };
  for (const event of events) {
    const { payload } = event;
    if (payload.kind !== 'seen') continue;
    const { list, fid, change, to } = payload;
    const name = nameOrFid(payload.name, fid);
    if (list === 'instances') {
      if (payload.bid !== null) countInstance(bidWith(payload.bid, payload.bidName), event, payload);
    } else if (list === 'bids') countBid(bidWith(fid, payload.name), event, payload, isByOperator(event));
    else if (list === 'apiKeys' && payload.field === 'expires') keys.set(fid, { fid, name, step: to });
    else if ((change === 'appeared' || change === 'gone') && !isByOperator(event))
      rows.set(fid, { list, fid, name, change });
  }
  const outages = outagesIn(events);
  return {
    bids: new Map([...bids].flatMap(([fid, bid]) => changesWith(fid, bid, outages.get(fid) ?? []))),
    rows: [...rows.values()],
    keys: [...keys.values()].filter(({ step }) => step !== null),
  };
}

const newCount = (): BidCounts => ({
  name: '',
  lost: new Map(),
  preempted: new Set(),
  filled: new Set(),
  ended: new Set(),
  idle: new Set(),
  status: null,
  limit: null,
  isNew: false,
  hasEnded: false,
  letGoAfter: null,
});

/** Statuses of an instance that is about to be lost, or was. */
const isPreempted = ({ from, to }: Change): boolean => isStatus(from, 'preempting') || isStatus(to, 'preempted');
const OVER = ['terminated', 'stopped', 'paused', 'replaced'] as const;
const STOPPED = ['terminated', 'stopped'] as const;

function countInstance(bid: BidCounts, event: JournalEvent, seen: ObservedChange): void {
  const { fid, change, field, from, to } = seen;
  const idleness = idlenessIn(event);
  if (isIdleBegin(seen)) bid.idle.add(fid);
  else if (idleness?.kind === 'ended') bid.idle.delete(fid);
  if (change === 'appeared') bid.filled.add(fid);
  // Whether its bid let it go shows by the end of the time.
  const hasStopped = field === 'status' && isStatus(from, 'running') && STOPPED.some((status) => isStatus(to, status));
  if (change === 'lost' || hasStopped) {
    bid.lost.set(fid, event.at);
    if (isPreempted(seen)) bid.preempted.add(fid);
  }
  const isOver = field === 'status' && OVER.some((status) => isStatus(to, status));
  if ((change === 'gone' || (change === 'changed' && isOver)) && !bid.lost.has(fid)) bid.ended.add(fid);
}

function countBid(bid: BidCounts, { at, since }: JournalEvent, seen: ObservedChange, isByOperator: boolean): void {
  const { change, field, from, to } = seen;
  const ends = change === 'gone' || (field === 'status' && isStatus(to, 'terminated'));
  if (change === 'appeared') bid.isNew = !isByOperator;
  // A bid that has ended leaves the list later.
  if ((ends && !bid.hasEnded) || (field === 'status' && isStatus(to, 'paused'))) bid.letGoAfter = since ?? at;
  if (ends) bid.hasEnded = true;
  if (change !== 'changed') return;
  if (field === 'status') bid.status = { from: bid.status === null ? from : bid.status.from, to };
  if (field === 'limit_price' && !isByOperator) bid.limit = { from: bid.limit === null ? from : bid.limit.from, to };
}

/** The outages of each bid: one for each incident in which it lost instances. */
function outagesIn(events: readonly JournalEvent[]): ReadonlyMap<string, readonly Outage[]> {
  const incidents = [...incidentsWith(NO_INCIDENTS, events).byId.values()];
  const byBid = Map.groupBy(incidents, ({ about }) => about.fid);
  return new Map(Array.from(byBid, ([fid, own]) => [fid, own.flatMap(({ outage }) => outage ?? [])]));
}

const differs = (change: Change | null): Change | null =>
  change === null || change.from === change.to ? null : change;

/** Whether instances that were lost from a time on went with their bid. */
const isEnd = ({ hasEnded, letGoAfter }: BidCounts, from: number): boolean =>
  hasEnded && letGoAfter !== null && from >= letGoAfter;

/** The changes of a bid by its identifier; none when everything is as it was. */
function changesWith(
  fid: string,
  bid: BidCounts,
  outages: readonly Outage[],
): readonly (readonly [string, BidChanges])[] {
  // The list of instances can show the end of a bid before the list of bids does.
  const byRequest = (instance: string, at: number): boolean =>
    bid.letGoAfter !== null && at > bid.letGoAfter && !bid.preempted.has(instance);
  const lost = [...bid.lost].flatMap(([instance, at]) => (byRequest(instance, at) ? [] : [instance]));
  const released = [...bid.lost].flatMap(([instance, at]) => (byRequest(instance, at) ? [instance] : []));
  const [filled, ended, idle] = [[...bid.filled], [...bid.ended, ...released], [...bid.idle]];
  const [status, limit] = [differs(bid.status), differs(bid.limit)];
  const { isNew, hasEnded } = bid;
  const counts = lost.length + filled.length + ended.length + idle.length;
  if (counts === 0 && status === null && limit === null && !isNew && !hasEnded) return [];
  const changed = {
    lost,
    preempted: [...bid.preempted],
    filled,
    ended,
    idle,
    status,
    limit,
    isNew,
    hasEnded,
    outages: lost.length === 0 ? [] : outages.filter(({ from }) => !isEnd(bid, from)),
  };
  return [[fid, { fid, name: nameOrFid(bid.name, fid), ...changed, hasChanged: true }]];
}

/** Longest time from an action until a list shows its effect, in milliseconds. */
const SHOWS_MS = LATE_MS + BEHIND_MS;
/** Longest time by which a list may show the effect before the action is recorded, in milliseconds. */
const EARLY_MS = 60_000;

/** Field of a changed row that each verb of an action changes; null for the row itself. */
const FIELDS: Readonly<Record<string, string | null>> = {
  place: null,
  create: null,
  cancel: null,
  delete: null,
  revoke: null,
  change: 'limit_price',
  pause: 'status',
  resume: 'status',
};

/** A function that says whether a change is the effect of an operator's action among these events. */
function byOperators(events: readonly JournalEvent[]): (event: JournalEvent) => boolean {
  const byRow = new Map<string, { readonly at: number; readonly verb: string }[]>();
  for (const { at, payload } of events) {
    if (payload.kind !== 'noted' || payload.who !== 'operator' || payload.outcome === 'refused') continue;
    for (const key of keysOf(payload))
      byRow.set(key, [...(byRow.get(key) ?? []), { at, verb: payload.action?.verb ?? '' }]);
  }
  return ({ at, since, payload }) => {
    if (payload.kind !== 'seen') return false;
    const { list, fid, name, change } = payload;
    const field = change === 'changed' ? payload.field : null;
    const key = change === 'appeared' ? `${list} named ${name ?? ''}` : fid;
    const actions = byRow.get(key) ?? [];
    return actions.some(
      (action) => FIELDS[action.verb] === field && action.at >= (since ?? at) - SHOWS_MS && action.at <= at + EARLY_MS,
    );
  };
}

/** A new row has no identifier when it is requested: it is known by its name. */
function keysOf({ about, action }: OperatorEvent): readonly string[] {
  if (about !== null) return [about.fid];
  return action === null ? [] : [`${action.list} named ${action.name}`];
}
