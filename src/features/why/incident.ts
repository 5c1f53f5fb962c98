import type { JournalEvent, ObservedChange } from '../../changes/change-event.ts';
import { isStarting, isStatus } from '../../resources/parts/status.ts';
import { type Outage, outageWith } from './outage.ts';

/**
 * Events that belong together: what happened to one bid and its instances until what it took is back, or to one other row. `out` is the
 * number of instances that ran before and do not run again yet, `going` of those that are being preempted and run until they are gone,
 * `starting` of those that are being set up. Milliseconds since 1970.
 */
export type Incident = {
  /** Stays the same as events join. */
  readonly id: string;
  /** The list and the fid of the row that it is about; of instances with a bid the bid. */
  readonly about: { readonly list: string; readonly fid: string };
  readonly name: string;
  readonly first: number;
  readonly last: number;
  readonly events: readonly JournalEvent[];
  readonly out: number;
  readonly going: number;
  readonly starting: number;
  /** When the preemption began that is going on, or the last one did; null before the first. */
  readonly goingSince: number | null;
  /** The most instances that were out at one time. */
  readonly lost: number;
  /** The time without what was lost; null when nothing was. */
  readonly outage: Outage | null;
  /** Instances that began to run at a time without being awaited: those that a list shows as lost at that time are replaced by them. */
  readonly gained: { readonly at: number; readonly count: number };
  /** Instances that were stopped, as those of a bid are that somebody pauses: they are not out. */
  readonly stopped: number;
  /** The last status of the bid that an event has shown; null when none did. */
  readonly status: string | null;
};

/** The incidents of some projects, by id in the order of their begin, and the last one of each row. */
export type Incidents = {
  readonly byId: ReadonlyMap<string, Incident>;
  readonly lastOf: ReadonlyMap<string, string>;
};

export const NO_INCIDENTS: Incidents = { byId: new Map(), lastOf: new Map() };

/** Time after the last event of an incident in which the next one of the same row still belongs to it, in milliseconds. */
export const JOIN_MS = 60_000;
/** Most incidents in memory: the oldest that are over go first. */
const MAX_INCIDENTS = 500;

/** Whether something that it took is not back yet, or something that it began has not ended. */
export const isOpen = (incident: Incident): boolean =>
  !isAtRest(incident.status) &&
  (incident.out > 0 || incident.starting > 0 || isGoing(incident) || isStatus(incident.status, 'open'));

/** Whether it is about to lose what still runs. */
export const isGoing = ({ going, status }: Incident): boolean =>
  !isAtRest(status) && (going > 0 || isStatus(status, 'preempting'));

/** Whether a bid wants no instances. */
const isAtRest = (status: string | null): boolean =>
  isStatus(status, 'paused') || isStatus(status, 'terminated') || status === GONE;

/** In place of a status: the bid has left the list. */
const GONE = 'gone';

/** Adds events of the journal in their order; each belongs to exactly one incident. */
export function incidentsWith(before: Incidents, events: readonly JournalEvent[]): Incidents {
  if (events.length === 0) return before;
  const byId = new Map(before.byId);
  const lastOf = new Map(before.lastOf);
  for (const event of events) {
    const about = subjectOf(event);
    const key = keyOf(about);
    const last = byId.get(lastOf.get(key) ?? '');
    const next = last !== undefined && takes(last, event.at) ? joined(last, event) : joined(begun(about, event), event);
    byId.set(next.id, next);
    lastOf.set(key, next.id);
  }
  for (const [id, one] of byId) {
    if (byId.size <= MAX_INCIDENTS) break;
    if (isOpen(one)) continue;
    byId.delete(id);
    if (lastOf.get(keyOf(one.about)) === id) lastOf.delete(keyOf(one.about));
  }
  return { byId, lastOf };
}

const keyOf = ({ list, fid }: Incident['about']): string => `${list} ${fid}`;

/** The row that an event is about; for instances with a bid, the bid. */
export function subjectOf({ payload, id }: JournalEvent): Incident['about'] {
  if (payload.kind === 'seen') {
    const { list, fid, bid } = payload;
    return list === 'instances' && bid !== null ? { list: 'bids', fid: bid } : { list, fid };
  }
  const { about } = payload;
  // What is about no row stands alone.
  return about === null ? { list: '', fid: String(id) } : { list: about.pane, fid: about.fid };
}

/** An incident that begins with an event, before that is counted. */
export function begun(about: Incident['about'], event: JournalEvent): Incident {
  return {
    id: `incident-${String(event.id).padStart(9, '0')}`,
    about,
    name: about.fid,
    first: event.at,
    last: event.at,
    events: [],
    out: 0,
    going: 0,
    starting: 0,
    goingSince: null,
    lost: 0,
    outage: null,
    stopped: 0,
    gained: { at: event.at, count: 0 },
    status: null,
  };
}

function joined(incident: Incident, event: JournalEvent): Incident {
  // What somebody did is noted again, under the same key, with its outcome.
  const known =
    event.payload.kind === 'noted' ? incident.events.filter(({ key }) => key !== event.key) : incident.events;
  return { ...withEvent(incident, event), events: [...known, event] };
}

/** The incident of some events about one row, in their order; null without any. */
export function incidentOf(events: readonly JournalEvent[]): Incident | null {
  const [first] = events;
  if (first === undefined) return null;
  return { ...events.reduce(withEvent, begun(subjectOf(first), first)), events };
}

/** Whether the next event of the same row belongs to the incident. */
export const takes = (incident: Incident, at: number): boolean =>
  isOpen(incident) || (at - incident.last <= JOIN_MS && incident.first - at <= JOIN_MS);

/** An incident after one more event, without the event itself. */
export function withEvent(incident: Incident, event: JournalEvent): Incident {
  const next = withCounts(incident, event);
  const goingSince = isGoing(next) && !isGoing(incident) ? event.at : next.goingSince;
  // What was let go is awaited no longer, also once the bid is resumed.
  const isResting = isAtRest(next.status);
  const outage = outageWith(next.outage, event.at, { hasLost: next.lost > 0, isOut: next.out > 0, isResting });
  return isResting ? { ...next, goingSince, outage, out: 0, going: 0, starting: 0 } : { ...next, goingSince, outage };
}

/** The counts of an incident after one more event. */
function withCounts(incident: Incident, { payload, at }: JournalEvent): Incident {
  const next = { ...incident, first: Math.min(incident.first, at), last: Math.max(incident.last, at) };
  if (payload.kind === 'noted') return { ...next, name: payload.action?.name ?? next.name };
  if (payload.list === 'bids')
    return {
      ...next,
      name: payload.name ?? next.name,
      status:
        payload.change === 'gone'
          ? GONE
          : payload.field === 'status' || payload.change === 'appeared'
            ? payload.to
            : next.status,
    };
  if (payload.list !== 'instances') return { ...next, name: payload.name ?? next.name };
  const isStop = payload.change !== 'lost' && (isStopped(payload.to) || isAtRest(next.status));
  const ran = difference(payload, runs);
  // One list may show a new instance before the lost one whose place it took.
  const gained = next.gained.at === at ? next.gained.count : 0;
  const missing = isStop ? next.out - gained : next.out - gained - ran;
  return {
    ...next,
    name: payload.bidName ?? (incident.about.list === 'instances' ? (payload.name ?? next.name) : next.name),
    out: Math.max(0, missing),
    going: Math.max(0, next.going + difference(payload, isPreempting)),
    lost: Math.max(next.lost, isStop ? 0 : next.out - Math.min(0, ran)),
    gained: { at, count: Math.max(0, -missing) },
    stopped: next.stopped + (isStop && ran < 0 ? 1 : 0),
    starting: Math.max(0, next.starting + difference(payload, isStarting)),
  };
}

const isPreempting = (status: string | null): boolean => isStatus(status, 'preempting');

/** Whether an instance has its machine: one that is being preempted runs until it is gone. */
const runs = (status: string | null): boolean => isStatus(status, 'running') || isPreempting(status);

/** Whether an instance stops because its bid lets it, and not because it lost its place. */
const isStopped = (status: string | null): boolean =>
  isStatus(status, 'stopping') || isStatus(status, 'stopped') || isStatus(status, 'paused');

/** What a change says of the status of an instance: before and after. Other changes leave it as it is. */
function statusesIn({ change, field, from, to }: ObservedChange): readonly [from: string | null, to: string | null] {
  if (change === 'gone') return [from, null];
  if (change === 'appeared') return [null, to];
  return field === 'status' || change === 'lost' ? [from, to] : [null, null];
}

/** By how many a change changes the number of instances with such a status. */
function difference(seen: ObservedChange, has: (status: string | null) => boolean): number {
  const [from, to] = statusesIn(seen);
  return Number(has(to)) - Number(has(from));
}
