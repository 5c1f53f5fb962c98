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

/** Largest time that a date can have, in milliseconds since 1970. */
const MAX_TIME = 8.64e15;
const time = once(() => z.int().min(0).max(MAX_TIME));

/** The field of an instance's change whose value is since when its machine is idle: an ISO time, null while it works. */
export const IDLE_FIELD = 'idle';

/**
 * A machine that begins or ends to count as idle, between two samples. `since` is the first sample in which no GPU did anything, `seenAt`
 * the sample of the event; `utilization` is the mean of its GPUs in per cent; `costPerHour` the limit price, null where it is unknown.
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
 * What the journal knows of a machine: `idle` since a time, with when it was last seen so; or `ended` at a time: it worked, or its
 * instance changed its status or is gone. Milliseconds since 1970.
 */
export type KnownIdleness =
  | { readonly kind: 'idle'; readonly since: number; readonly seenAt: number }
  | { readonly kind: 'ended'; readonly at: number };

/** What an event says about the idleness of the machine of its instance; null when it says nothing. */
export function idlenessIn({ payload, at }: Pick<JournalEvent, 'payload' | 'at'>): KnownIdleness | null {
  if (payload.kind !== 'seen' || payload.list !== 'instances') return null;
  if (isIdleChange(payload) && payload.to !== null) return { kind: 'idle', since: payload.idle.since, seenAt: at };
  const ends = payload.change !== 'changed' || payload.field === 'status' || payload.field === IDLE_FIELD;
  return ends ? { kind: 'ended', at } : null;
}

/** A change between two samples of a machine. */
export type IdleChange = ObservedChange & { readonly [IDLE_FIELD]: Idleness };

/** Whether a machine begins or ends to count as idle. */
export function isIdleChange(change: ObservedChange): change is IdleChange {
  return change.field === IDLE_FIELD && idleness().safeParse(change[IDLE_FIELD]).success;
}

/** Whether a machine begins to count as idle. */
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

/** The change of a machine that begins to count as idle. */
export const idleBegin = (subject: Subject, idle: Idleness): IdleChange => changeOf(subject, idle, null, idle.since);

/** The change of an idle machine that works again. */
export const idleEnd = (subject: Subject, idle: Idleness): IdleChange => changeOf(subject, idle, idle.since, null);

/** The words for the events of machines that begin or end to count as idle. */
export const idleFieldWords: FieldWords = {
  change: (seen) => (isIdleChange(seen) ? idleSentence(seen.idle, isIdleBegin(seen)) : null),
  several: (to) => (to === null ? ' busy again' : ' idle'),
  details: idleGroupDetails,
  members: (seen) => (isIdleChange(seen) ? objectOf(idleShape, seen.idle) : null),
};

/** Age up to which a time is written without its date, in milliseconds. */
const DATELESS_MS = 12 * HOUR_MS;

/** A time before an event as `14:02`, or with its date when it was long before. */
function timeBefore(then: number, at: number): string {
  return at - then < DATELESS_MS ? clockTime(then).slice(0, 5) : moment(then);
}

/** What an event of a machine says: `idle since 14:02 (0 % on 8 GPUs, $20.00/h at most)`, `busy again after 42m idle`. */
function idleSentence({ since, seenAt, gpus, ...idle }: Idleness, begins: boolean): string {
  const simulated = idle.simulated ? ['simulated'] : [];
  if (!begins) return `busy again after ${shortDuration(seenAt - since)} idle${inBrackets(simulated)}`;
  const cost = idle.costPerHour === null ? [] : [`${idle.costPerHour}/h at most`];
  const load = `${Math.round(idle.utilization)} % on ${counted(gpus, 'GPU')}`;
  return `idle since ${timeBefore(since, seenAt)}${inBrackets([load, ...cost, ...simulated])}`;
}

/** What the line of a group of machines says after `idle` or `busy again`: since when all of them are idle, and at what cost. */
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

/** Idleness as `spotdeck watch` prints it. */
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
