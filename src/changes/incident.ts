import { RESTING_VERBS } from './actor.ts';
import type { JournalEvent, ObservedChange, OperatorAction, OperatorEvent } from './change-event.ts';

/** An instance and when it was seen to start or stop, in milliseconds since 1970. */
export type At = { readonly fid: string; readonly at: number };

/** What the outage of a bid consists of, in the order in which it was seen. */
type Step = At & {
  readonly kind: 'lost' | 'back' | 'let-go';
  /** Whether it was preempted, as far as its status said so. */
  readonly isPreempted: boolean;
};

/**
 * What happened to one bid and its instances until what it lost is back, or to one instance without a bid. Everything that counts losses,
 * returns and outages takes them from here. Milliseconds since 1970.
 */
export type Incident = {
  /** The row that it is about; of instances with a bid the bid. */
  readonly about: { readonly list: 'bids' | 'instances'; readonly fid: string };
  readonly name: string;
  readonly first: number;
  readonly last: number;
  readonly steps: readonly Step[];
  /** Instances that ran before and do not run again yet. */
  readonly out: number;
  /** Instances that are being preempted: they run until they are gone. */
  readonly going: number;
  /** Instances that are being set up. */
  readonly starting: number;
  /** When the preemption began that is going on, or the last one did; null before the first. */
  readonly goingSince: number | null;
  /** Instances that began to run, and those that were stopped because their bid let them go. */
  readonly started: readonly At[];
  readonly stopped: readonly At[];
  /** Instances that began to run at a time without being awaited: those that a list shows as lost at that time are replaced by them. */
  readonly gained: { readonly at: number; readonly count: number };
  /** The last status of the bid in these events, in small letters, and the last one before them; null where there is none. */
  readonly status: string | null;
  readonly statusBefore: string | null;
  /** What put the bid to rest or back last, of what was not refused. */
  readonly action: (OperatorAction & { readonly key: string; readonly outcome: OperatorEvent['outcome'] }) | null;
};

/** An event as far as it is counted. */
export type CountedEvent = Pick<JournalEvent, 'key' | 'at' | 'since' | 'payload'>;

/** In place of a status: the bid has left the list. */
export const GONE = 'gone';
const RESTS = ['paused', 'terminated', GONE];
const RUNS = ['running', 'preempting'];
const STARTS = ['new', 'confirmed', 'scheduled', 'initializing', 'starting'];
/** Statuses in which an instance has ended without a request, or without telling. */
const ENDED = ['preempted', 'error', 'terminated', 'stopped'];
const LET_GO = ['stopping', 'paused'];

const isIn = (status: string | null, names: readonly string[]): boolean => status !== null && names.includes(status);

/** A status of a bid or an instance in small letters, without the prefix of the service. */
const word = (status: string | null): string | null => status?.replace(/^STATUS_/, '').toLowerCase() ?? null;

/** The row that an event is about; for instances with a bid, the bid. Null for one that is about neither. */
export function subjectOf({ payload }: Pick<JournalEvent, 'payload'>): Incident['about'] | null {
  if (payload.kind === 'seen') {
    const { list, fid, bid } = payload;
    if (list !== 'bids' && list !== 'instances') return null;
    return list === 'instances' && bid !== null ? { list: 'bids', fid: bid } : { list, fid };
  }
  // What was only rehearsed happened to nothing.
  const { about, action, outcome } = payload;
  return about?.pane !== 'bids' || action === null || outcome === 'seen' ? null : { list: 'bids', fid: about.fid };
}

/** An incident that begins at a time, before its first event is counted. `before` is the last one of the same row. */
export const begunIncident = (about: Incident['about'], at: number, before: Incident | null): Incident => ({
  about,
  name: before?.name ?? about.fid,
  first: at,
  last: at,
  steps: [],
  out: 0,
  going: 0,
  starting: 0,
  goingSince: null,
  started: [],
  stopped: [],
  gained: { at, count: 0 },
  status: null,
  statusBefore: before === null ? null : statusOf(before),
  action: null,
});

const statusOf = ({ status, statusBefore }: Incident): string | null => status ?? statusBefore;

/** Whether something that it took is not back yet, or something that it began has not ended. */
export const isOpen = (incident: Incident): boolean =>
  !isIn(incident.status, RESTS) &&
  (incident.out > 0 || incident.starting > 0 || isGoing(incident) || incident.status === 'open');

/** Whether it is about to lose what still runs. */
export const isGoing = ({ going, status }: Incident): boolean =>
  !isIn(status, RESTS) && (going > 0 || status === 'preempting');

/** The instances that stopped though nobody asked for that, however the service calls the end, in their order. */
export const lossesOf = ({ steps }: Incident): readonly Step[] => steps.filter(({ kind }) => kind === 'lost');

/** The instances that took the place of lost ones, in their order. */
export const returnsOf = ({ steps }: Incident): readonly Step[] => steps.filter(({ kind }) => kind === 'back');

/** Whether the service said that it preempts. */
export const wasPreempted = (incident: Incident): boolean =>
  incident.goingSince !== null || incident.steps.some(({ isPreempted }) => isPreempted);

/** How an incident stands: something is out, is being preempted, or starts, it waits for the market, or it is over. */
export type Standing = 'out' | 'losing' | 'starts' | 'waits' | 'over';

export function standingOf(incident: Incident): Standing {
  if (!isOpen(incident)) return 'over';
  if (incident.out > 0) return 'out';
  if (isGoing(incident)) return 'losing';
  return incident.starting > 0 ? 'starts' : 'waits';
}

/** An incident with one more event. */
export function incidentWith(incident: Incident, event: CountedEvent): Incident {
  const { payload, at } = event;
  const seen = { ...incident, first: Math.min(incident.first, at), last: Math.max(incident.last, at) };
  if (payload.kind === 'noted')
    return { ...seen, name: payload.action?.name ?? seen.name, action: restingAction(seen, event, payload) };
  const next = payload.list === 'bids' ? withBid(seen, event, payload) : withInstance(seen, at, payload);
  const goingSince = isGoing(next) && !isGoing(incident) ? at : next.goingSince;
  // What was let go is awaited no longer, also once the bid is resumed.
  if (isIn(next.status, RESTS)) return { ...next, goingSince, out: 0, going: 0, starting: 0 };
  return { ...next, goingSince };
}

/** An action comes again with its outcome. */
function restingAction(
  { action: before }: Incident,
  { key }: CountedEvent,
  { action, outcome }: OperatorEvent,
): Incident['action'] {
  if (action === null || !RESTING_VERBS.includes(action.verb)) return before;
  if (outcome !== 'refused') return { ...action, key, outcome };
  return before?.key === key ? null : before;
}

function withBid(incident: Incident, { at, since }: CountedEvent, seen: ObservedChange): Incident {
  const status =
    seen.change === 'gone'
      ? GONE
      : seen.field === 'status' || seen.change === 'appeared'
        ? word(seen.to)
        : incident.status;
  const next = { ...incident, name: seen.name ?? incident.name, status };
  if (!isIn(status, RESTS) || isIn(incident.status, RESTS)) return next;
  // The list of instances may show the end of a bid first: what stopped since the list before was let go, unless it was preempted.
  const isAsked = (step: Step): boolean => step.kind === 'lost' && !step.isPreempted && step.at > (since ?? at);
  const asked = incident.steps.filter(isAsked);
  const steps = asked.length === 0 ? incident.steps : incident.steps.filter((step) => !isAsked(step));
  return {
    ...next,
    steps: [...steps, { kind: 'let-go', fid: seen.fid, at, isPreempted: false }],
    stopped: [...incident.stopped, ...asked.map(({ fid, at }) => ({ fid, at }))],
  };
}

function withInstance(incident: Incident, at: number, seen: ObservedChange): Incident {
  const { fid } = seen;
  const [from, to] = statusesIn(seen);
  const change = (names: readonly string[]): number => Number(isIn(to, names)) - Number(isIn(from, names));
  const next = {
    ...incident,
    name: seen.bidName ?? (incident.about.list === 'instances' ? (seen.name ?? incident.name) : incident.name),
    going: Math.max(0, incident.going + change(['preempting'])),
    starting: Math.max(0, incident.starting + change(STARTS)),
  };
  const rests = isIn(statusOf(incident), RESTS);
  const stops = change(RUNS) < 0;
  if (seen.change === 'lost' || (stops && isIn(to, ENDED) && !rests)) return withLoss(next, at, seen, rests);
  if (stops) {
    // It only moves: its place is not lost, nor was it let go.
    const isLetGo = seen.change === 'gone' || rests || isIn(to, LET_GO);
    return isLetGo ? { ...next, stopped: [...next.stopped, { fid, at }] } : next;
  }
  if (to !== 'running' || isIn(from, RUNS)) return next;
  const started = [...next.started, { fid, at }];
  if (next.out > 0) return { ...next, started, out: next.out - 1, steps: [...next.steps, step('back', at, seen)] };
  return { ...next, started, gained: { at, count: gainedAt(next, at) + 1 } };
}

/** One list may show a new instance before the lost one whose place it took. */
function withLoss(incident: Incident, at: number, seen: ObservedChange, rests: boolean): Incident {
  const gained = gainedAt(incident, at);
  const lost = [...incident.steps, step('lost', at, seen)];
  if (rests) return { ...incident, steps: [...lost, step('let-go', at, seen)] };
  if (gained === 0) return { ...incident, steps: lost, out: incident.out + 1 };
  return { ...incident, steps: [...lost, step('back', at, seen)], gained: { at, count: gained - 1 } };
}

const gainedAt = ({ gained }: Incident, at: number): number => (gained.at === at ? gained.count : 0);

const step = (kind: Step['kind'], at: number, { fid, from, to }: ObservedChange): Step => ({
  kind,
  fid,
  at,
  isPreempted: kind === 'lost' && (word(from) === 'preempting' || word(to) === 'preempted'),
});

/** What a change says of the status of an instance: before and after. Other changes leave it as it is. */
function statusesIn({ change, field, from, to }: ObservedChange): readonly [from: string | null, to: string | null] {
  if (change === 'gone') return [word(from), null];
  if (change === 'appeared') return [null, word(to)];
  return field === 'status' || change === 'lost' ? [word(from), word(to)] : [null, null];
}

/** The time in which a bid is without instances that it lost, from the first stop to the last return. Milliseconds since 1970. */
export type Outage = {
  readonly from: number;
  /** The last stop: all may have run again in between. */
  readonly lastFrom: number;
  /** When all ran again or the bid was paused or ended; null until then. */
  readonly to: number | null;
  /** Time without instances before the last stop, in milliseconds. */
  readonly earlierMs: number;
  /** Whether all that was lost runs again. */
  readonly isBack: boolean;
};

type Open = { readonly outage: Outage | null; readonly out: number };

/** The outage of an incident; null when nothing was lost. What is replaced in the same reading was out for no time. */
export const outageOf = ({ steps }: Incident): Outage | null =>
  steps.reduce<Open>(outageWith, { outage: null, out: 0 }).outage;

function outageWith({ outage, out }: Open, { kind, at }: Step): Open {
  const next = kind === 'lost' ? out + 1 : kind === 'back' ? Math.max(0, out - 1) : 0;
  if (out === 0 && next > 0) {
    const begun = { from: at, lastFrom: at, to: null, earlierMs: 0, isBack: false };
    return {
      outage: outage === null ? begun : { ...begun, from: outage.from, earlierMs: outageMs(outage, at) },
      out: next,
    };
  }
  if (out === 0 || outage === null) return { outage, out: next };
  // Another console may have recorded late what it saw earlier.
  if (next > out && at < outage.lastFrom)
    return { outage: { ...outage, from: Math.min(outage.from, at), lastFrom: at }, out: next };
  if (next > 0) return { outage, out: next };
  return { outage: { ...outage, to: Math.max(at, outage.lastFrom), isBack: kind === 'back' }, out: next };
}

/** How long an outage lasted, or lasts until `now`, in milliseconds. */
export const outageMs = ({ lastFrom, to, earlierMs }: Outage, now: number): number =>
  earlierMs + (to ?? now) - lastFrom;
