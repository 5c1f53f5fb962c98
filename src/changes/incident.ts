import {
  type JournalEvent,
  type ObservedChange,
  type OperatorAction,
  type OperatorEvent,
  RESTING_VERBS,
} from './change-event.ts';

export type At = { readonly fid: string; readonly at: number };

type Step = At & {
  readonly kind: 'lost' | 'back' | 'let-go';
  readonly isPreempted: boolean;
};

/** Until a bid's losses are back; also of an instance without a bid. Milliseconds since 1970. */
export type Incident = {
  readonly about: { readonly list: 'bids' | 'instances'; readonly fid: string };
  readonly name: string;
  readonly first: number;
  readonly last: number;
  readonly steps: readonly Step[];
  readonly out: number;
  /** Being preempted: they still run. */
  readonly going: number;
  readonly starting: number;
  readonly goingSince: number | null;
  readonly started: readonly At[];
  readonly stopped: readonly At[];
  /** Instances that came unexpectedly at a time: they replace losses shown then. */
  readonly gained: { readonly at: number; readonly count: number };
  /** In small letters; in these events, and before. */
  readonly status: string | null;
  readonly statusBefore: string | null;
  /** The last pause, resume or cancel not refused. */
  readonly action: (OperatorAction & { readonly key: string; readonly outcome: OperatorEvent['outcome'] }) | null;
};

export type CountedEvent = Pick<JournalEvent, 'key' | 'at' | 'since' | 'payload'>;

export const GONE = 'gone';
const RESTS = ['paused', 'terminated', GONE];
const RUNS = ['running', 'preempting'];
const STARTS = ['new', 'confirmed', 'scheduled', 'initializing', 'starting'];
const ENDED = ['preempted', 'error', 'terminated', 'stopped'];
const LET_GO = ['stopping', 'paused'];

const isIn = (status: string | null, names: readonly string[]): boolean => status !== null && names.includes(status);

const word = (status: string | null): string | null => status?.replace(/^STATUS_/, '').toLowerCase() ?? null;

/** An instance's bid if it has one. Null for other lists. */
export function subjectOf({ payload }: Pick<JournalEvent, 'payload'>): Incident['about'] | null {
  if (payload.kind === 'seen') {
    const { list, fid, bid } = payload;
    if (list !== 'bids' && list !== 'instances') return null;
    return list === 'instances' && bid !== null ? { list: 'bids', fid: bid } : { list, fid };
  }
  // A rehearsal changed nothing.
  const { about, action, outcome } = payload;
  return about?.pane !== 'bids' || action === null || outcome === 'seen' ? null : { list: 'bids', fid: about.fid };
}

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

/** Losses are not back, or something begun has not ended. */
export const isOpen = (incident: Incident): boolean =>
  !isIn(incident.status, RESTS) &&
  (incident.out > 0 || incident.starting > 0 || isGoing(incident) || incident.status === 'open');

export const isGoing = ({ going, status }: Incident): boolean =>
  !isIn(status, RESTS) && (going > 0 || status === 'preempting');

export const lossesOf = ({ steps }: Incident): readonly Step[] => steps.filter(({ kind }) => kind === 'lost');

export const returnsOf = ({ steps }: Incident): readonly Step[] => steps.filter(({ kind }) => kind === 'back');

export const wasPreempted = (incident: Incident): boolean =>
  incident.goingSince !== null || incident.steps.some(({ isPreempted }) => isPreempted);

export type Standing = 'out' | 'losing' | 'starts' | 'waits' | 'over';

export function standingOf(incident: Incident): Standing {
  if (!isOpen(incident)) return 'over';
  if (incident.out > 0) return 'out';
  if (isGoing(incident)) return 'losing';
  return incident.starting > 0 ? 'starts' : 'waits';
}

export function incidentWith(incident: Incident, event: CountedEvent): Incident {
  const { payload, at } = event;
  const seen = { ...incident, first: Math.min(incident.first, at), last: Math.max(incident.last, at) };
  if (payload.kind === 'noted')
    return { ...seen, name: payload.action?.name ?? seen.name, action: restingAction(seen, event, payload) };
  const next = payload.list === 'bids' ? withBid(seen, event, payload) : withInstance(seen, at, payload);
  const goingSince = isGoing(next) && !isGoing(incident) ? at : next.goingSince;
  // Instances let go are not awaited after a resume.
  if (isIn(next.status, RESTS)) return { ...next, goingSince, out: 0, going: 0, starting: 0 };
  return { ...next, goingSince };
}

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
  // Instances stopped since the list before were let go with the bid, unless preempted.
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
    const isLetGo = seen.change === 'gone' || rests || isIn(to, LET_GO);
    return isLetGo ? { ...next, stopped: [...next.stopped, { fid, at }] } : next;
  }
  if (to !== 'running' || isIn(from, RUNS)) return next;
  const started = [...next.started, { fid, at }];
  if (next.out > 0) return { ...next, started, out: next.out - 1, steps: [...next.steps, step('back', at, seen)] };
  return { ...next, started, gained: { at, count: gainedAt(next, at) + 1 } };
}

/** A list may show the replacement before the loss. */
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

function statusesIn({ change, field, from, to }: ObservedChange): readonly [from: string | null, to: string | null] {
  if (change === 'gone') return [word(from), null];
  if (change === 'appeared') return [null, word(to)];
  return field === 'status' || change === 'lost' ? [word(from), word(to)] : [null, null];
}

/** The time from a bid's first loss to its last return. Milliseconds since 1970. */
export type Outage = {
  readonly from: number;
  readonly lastFrom: number;
  readonly to: number | null;
  /** Time without instances before the last stop, in milliseconds. */
  readonly earlierMs: number;
  readonly isBack: boolean;
};

type Open = { readonly outage: Outage | null; readonly out: number };

/** Null without losses; a replacement in the same reading takes no time. */
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
  // Another console may record late.
  if (next > out && at < outage.lastFrom)
    return { outage: { ...outage, from: Math.min(outage.from, at), lastFrom: at }, out: next };
  if (next > 0) return { outage, out: next };
  return { outage: { ...outage, to: Math.max(at, outage.lastFrom), isBack: kind === 'back' }, out: next };
}

export const outageMs = ({ lastFrom, to, earlierMs }: Outage, now: number): number =>
  earlierMs + (to ?? now) - lastFrom;
