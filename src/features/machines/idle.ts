import * as z from 'zod';
import type { JournalEvent, ObservedChange } from '../../changes/change-event.ts';
import type { EventKind } from '../../changes/event-kind.ts';
import { amounts, flag, number, objectOf, type Shape, time as timeOf } from '../../command/json.ts';
import { clockTime, HOUR_MS, isoTime, moment, shortDuration } from '../../lib/duration.ts';
import { once } from '../../lib/memoize.ts';
import { formatMoneyGrouped, parsePrice } from '../../lib/money.ts';
import { sumOf } from '../../lib/sum.ts';
import { counted } from '../../lib/words.ts';
import type { FieldWords } from '../../resources/activity-text.ts';
import type { ActivityRow } from '../../resources/rows.ts';

/** The latest valid date, in milliseconds since 1970. */
const MAX_TIME = 8.64e15;
const time = once(() => z.int().min(0).max(MAX_TIME));

/** Field of an instance's change: start of its machine's idleness as an ISO time, null while it works. */
export const IDLE_FIELD = 'idle';

/**
 * Idleness between two samples: `since` is the first sample at rest, `seenAt` that of the event; `utilization` is a
 * mean in per cent, `costPerHour` the limit price.
 */
export const idleness = once(() =>
  z.object({
    since: time(),
    seenAt: time(),
    gpus: z.int(),
    utilization: z.number(),
    costPerHour: z.string().nullable(),
    simulated: z.boolean(),
  }),
);
export type Idleness = z.output<ReturnType<typeof idleness>>;

/**
 * Idleness in the journal. `ended`: the machine worked, or its instance changed status or went. Milliseconds since
 * 1970.
 */
export type KnownIdleness =
  | { readonly kind: 'idle'; readonly since: number; readonly seenAt: number }
  | { readonly kind: 'ended'; readonly at: number };

/** The idleness told by an event; null for other events. */
export function idlenessIn({ payload, at }: Pick<JournalEvent, 'payload' | 'at'>): KnownIdleness | null {
  if (payload.kind !== 'seen' || payload.list !== 'instances') return null;
  if (isIdleChange(payload) && payload.to !== null) return { kind: 'idle', since: payload.idle.since, seenAt: at };
  const ends = payload.change !== 'changed' || payload.field === 'status' || payload.field === IDLE_FIELD;
  return ends ? { kind: 'ended', at } : null;
}

export type IdleChange = ObservedChange & { readonly [IDLE_FIELD]: Idleness };

export function isIdleChange(change: ObservedChange): change is IdleChange {
  return change.field === IDLE_FIELD && idleness().safeParse(change[IDLE_FIELD]).success;
}

export function isIdleBegin(event: JournalEvent['payload']): event is IdleChange {
  return event.kind === 'seen' && isIdleChange(event) && event.to !== null;
}

type Subject = Pick<ObservedChange, 'fid' | 'name' | 'bid' | 'bidName'>;

const changeOf = (subject: Subject, idle: Idleness, from: number | null, to: number | null): IdleChange => ({
  kind: 'seen',
  list: 'instances',
  ...subject,
  change: 'changed',
  field: IDLE_FIELD,
  idle,
  from: isoTime(from),
  to: isoTime(to),
});

export const idleBegin = (subject: Subject, idle: Idleness): IdleChange => changeOf(subject, idle, null, idle.since);

export const idleEnd = (subject: Subject, idle: Idleness): IdleChange => changeOf(subject, idle, idle.since, null);

export const idleFieldWords: FieldWords = {
  change: (seen) => (isIdleChange(seen) ? idleSentence(seen.idle, isIdleBegin(seen)) : null),
  several: (to) => (to === null ? ' busy again' : ' idle'),
  details: idleGroupDetails,
  members: (seen) => (isIdleChange(seen) ? objectOf(idleShape, seen.idle) : null),
};

/** Older times have their date, in milliseconds. */
const DATELESS_MS = 12 * HOUR_MS;

/** `14:02`, or with its date after long. */
function timeBefore(then: number, at: number): string {
  return at - then < DATELESS_MS ? clockTime(then).slice(0, 5) : moment(then);
}

/** `idle since 14:02 (0 % on 8 GPUs, $20.00/h at most)`, `busy again after 42m idle`. */
function idleSentence({ since, seenAt, gpus, ...idle }: Idleness, begins: boolean): string {
  const simulated = idle.simulated ? ['simulated'] : [];
  if (!begins) return `busy again after ${shortDuration(seenAt - since)} idle${inBrackets(simulated)}`;
  const cost = idle.costPerHour === null ? [] : [`${idle.costPerHour}/h at most`];
  const load = `${Math.round(idle.utilization)} % on ${counted(gpus, 'GPU')}`;
  return `idle since ${timeBefore(since, seenAt)}${inBrackets([load, ...cost, ...simulated])}`;
}

/** Words after `idle` or `busy again` for several machines: their last start, and their cost. */
function idleGroupDetails({ to }: Pick<SeenKind, 'to'>, events: readonly ActivityRow[]): string {
  const machines = events.flatMap(({ seen, at }) => {
    const { data } = idleness().safeParse(seen?.[IDLE_FIELD]);
    return data === undefined ? [] : [{ ...data, at }];
  });
  const simulated = machines.some((machine) => machine.simulated) ? ['simulated'] : [];
  if (to === null) return inBrackets(simulated);
  const since = Math.max(...machines.map((machine) => machine.since));
  const sum = sumOf(machines.map(({ costPerHour }, of) => ({ of, each: parsePrice(costPerHour ?? ''), count: 1 })));
  const costs = sum.kind === 'known' ? sum.amounts.map((amount) => `${formatMoneyGrouped(amount)}/h`) : [];
  const cost = costs.length === 0 ? [] : [`${costs.join(' + ')} at most`];
  const last = Math.max(...machines.map(({ at }) => at));
  return `${machines.length === 0 ? '' : ` since ${timeBefore(since, last)}`}${inBrackets([...cost, ...simulated])}`;
}

type SeenKind = EventKind & { readonly kind: 'seen' };

const inBrackets = (words: readonly string[]): string => (words.length === 0 ? '' : ` (${words.join(', ')})`);

/** Idleness in `spotdeck watch`. */
const idleShape: Shape<Idleness> = {
  since: timeOf(({ since }) => since),
  seconds: number(({ since, seenAt }) => Math.floor((seenAt - since) / 1000)),
  gpus: number(({ gpus }) => gpus),
  utilization_percent: number(({ utilization }) => utilization),
  ...amounts({
    cost_per_hour_at_most: ({ costPerHour }: Idleness) => (costPerHour === null ? null : parsePrice(costPerHour)),
  }),
  simulated: flag(({ simulated }) => simulated),
};
