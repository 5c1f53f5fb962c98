import type { JournalEvent, ObservedChange, OperatorEvent } from '../../changes/change-event.ts';
import { EMPTY_FOLD, foldEvents } from '../../changes/fold-events.ts';
import { type At, type Incident, lossesOf, type Outage, outageOf, returnsOf } from '../../changes/incident.ts';
import { BEHIND_MS, LATE_MS } from '../../changes/newer.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { DAY_MS } from '../../lib/duration.ts';
import type { Interval } from '../../lib/intervals.ts';
import { nameOrFid } from '../../lib/words.ts';
import { isStatus } from '../../resources/parts/status.ts';
import { idlenessIn, isIdleBegin } from '../machines/idle.ts';

/** The journal of a project over a time, and some time before. */
export type DigestPart = {
  readonly project: string;
  readonly time: Interval;
  readonly events: readonly JournalEvent[];
};

/** Time before a digest for the beginnings of its events, in milliseconds. */
export const EARLIER_MS = DAY_MS;

export const timeOf = (parts: readonly DigestPart[]): Interval => ({
  from: Math.min(...parts.map(({ time }) => time.from)),
  to: Math.max(...parts.map(({ time }) => time.to)),
});

export type Change = { readonly from: string | null; readonly to: string | null };

export type BidChanges = {
  readonly fid: string;
  readonly name: string;
  /** Only with an outage, in their order. */
  readonly incidents: readonly Incident[];
  readonly lost: readonly At[];
  readonly preempted: readonly At[];
  readonly back: readonly At[];
  readonly started: readonly At[];
  readonly stopped: readonly At[];
  /** Machines idle since a time in it. */
  readonly idle: readonly string[];
  readonly status: Change | null;
  /** The limit price, when others changed it. */
  readonly limit: Change | null;
  readonly isNew: boolean;
  readonly hasEnded: boolean;
  readonly hasChanged: boolean;
};

export const outagesOf = ({ incidents }: Pick<BidChanges, 'incidents'>): readonly Outage[] =>
  incidents.flatMap((incident) => outageOf(incident) ?? []);

/** A row created or removed by others. */
export type RowOfOthers = {
  readonly list: ServiceList;
  readonly fid: string;
  readonly name: string;
  readonly change: 'appeared' | 'gone';
};

/** An API key and its last step towards the expiry. */
export type KeyExpiry = { readonly fid: string; readonly name: string; readonly step: string | null };

type Changes = {
  readonly bids: ReadonlyMap<string, BidChanges>;
  readonly rows: readonly RowOfOthers[];
  readonly keys: readonly KeyExpiry[];
};

export const NO_CHANGES: Omit<BidChanges, 'fid' | 'name'> = {
  incidents: [],
  lost: [],
  preempted: [],
  back: [],
  started: [],
  stopped: [],
  idle: [],
  status: null,
  limit: null,
  isNew: false,
  hasEnded: false,
  hasChanged: false,
};

const known = new WeakMap<readonly DigestPart[], Changes>();

/** Events without a project are in all parts and count once. */
export function changesIn(parts: readonly DigestPart[]): Changes {
  const before = known.get(parts);
  if (before !== undefined) return before;
  const byId = new Map(parts.flatMap(({ events }) => events.map((event) => [event.id, event] as const)));
  const changes = changesSince(
    [...byId.values()].toSorted((a, b) => a.id - b.id),
    timeOf(parts).from,
  );
  known.set(parts, changes);
  return changes;
}

type BidCounts = {
  name: string;
  readonly incidents: Incident[];
  readonly idle: Set<string>;
  status: Change | null;
  limit: Change | null;
  isNew: boolean;
  hasEnded: boolean;
};

function changesSince(events: readonly JournalEvent[], from: number): Changes {
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
  for (const { incidents } of foldEvents<JournalEvent>(EMPTY_FOLD, events).lines.values())
    for (const incident of incidents.values())
      if (incident.about.list === 'bids' && incident.last > from)
        bidWith(incident.about.fid, incident.name).incidents.push(incident);
  for (const event of events) {
    const { payload } = event;
    if (payload.kind !== 'seen' || event.at <= from) continue;
    const { list, fid, change, to } = payload;
    const name = nameOrFid(payload.name, fid);
    if (list === 'instances') {
      if (payload.bid !== null) countIdle(bidWith(payload.bid, payload.bidName), event, payload);
    } else if (list === 'bids') countBid(bidWith(fid, payload.name), payload, isByOperator(event));
    else if (list === 'apiKeys') {
      // Consoles make and revoke keys as they start: only the expiry is news.
      if (payload.field === 'expires') keys.set(fid, { fid, name, step: to });
    } else if ((change === 'appeared' || change === 'gone') && !isByOperator(event))
      rows.set(fid, { list, fid, name, change });
  }
  return {
    bids: new Map([...bids].flatMap(([fid, bid]) => changesWith(fid, bid, from))),
    rows: [...rows.values()],
    keys: [...keys.values()].filter(({ step }) => step !== null),
  };
}

const newCount = (): BidCounts => ({
  name: '',
  incidents: [],
  idle: new Set(),
  status: null,
  limit: null,
  isNew: false,
  hasEnded: false,
});

function countIdle(bid: BidCounts, event: JournalEvent, seen: ObservedChange): void {
  if (isIdleBegin(seen)) bid.idle.add(seen.fid);
  else if (idlenessIn(event)?.kind === 'ended') bid.idle.delete(seen.fid);
}

function countBid(bid: BidCounts, { change, field, from, to }: ObservedChange, isByOperator: boolean): void {
  if (change === 'appeared') bid.isNew = !isByOperator;
  if (change === 'gone' || (field === 'status' && isStatus(to, 'terminated'))) bid.hasEnded = true;
  if (change !== 'changed') return;
  if (field === 'status') bid.status = { from: bid.status === null ? from : bid.status.from, to };
  if (field === 'limit_price' && !isByOperator) bid.limit = { from: bid.limit === null ? from : bid.limit.from, to };
}

const differs = (change: Change | null): Change | null =>
  change === null || change.from === change.to ? null : change;

/** None without a change. */
function changesWith(fid: string, bid: BidCounts, from: number): readonly (readonly [string, BidChanges])[] {
  const since = <One extends At>(of: (incident: Incident) => readonly One[]): readonly One[] =>
    bid.incidents.flatMap((incident) => of(incident).filter(({ at }) => at > from));
  const lost = since(lossesOf);
  const started = since((incident) => incident.started);
  const stopped = since((incident) => incident.stopped);
  const [status, limit] = [differs(bid.status), differs(bid.limit)];
  const { isNew, hasEnded } = bid;
  const incidents = bid.incidents.filter((incident) => {
    const outage = outageOf(incident);
    return outage !== null && (outage.to === null || outage.to > from);
  });
  const counts = lost.length + started.length + stopped.length + bid.idle.size + incidents.length;
  if (counts === 0 && status === null && limit === null && !isNew && !hasEnded) return [];
  const changed = {
    incidents,
    lost,
    preempted: lost.filter(({ isPreempted }) => isPreempted),
    back: since(returnsOf),
    started,
    stopped,
    idle: [...bid.idle],
    status,
    limit,
    isNew,
    hasEnded,
    hasChanged: true,
  };
  return [[fid, { fid, name: nameOrFid(bid.name, fid), ...changed }]];
}

/** Longest time from an action until a list shows its effect, in milliseconds. */
const SHOWS_MS = LATE_MS + BEHIND_MS;
/** Longest lead of a list's effect over the record of the action, in milliseconds. */
const EARLY_MS = 60_000;

/** The field changed by each verb; null for the row itself. */
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

/** Whether a change is the effect of an operator's action among these events. */
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

/** A row is requested by its name: it has no identifier yet. */
function keysOf({ about, action }: OperatorEvent): readonly string[] {
  if (about !== null) return [about.fid];
  return action === null ? [] : [`${action.list} named ${action.name}`];
}
