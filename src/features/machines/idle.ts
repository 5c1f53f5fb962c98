import * as z from 'zod';
import type { JournalEvent, ObservedChange } from '../../changes/change-event.ts';

/** Largest time that a date can have, in milliseconds since 1970. */
const MAX_TIME = 8.64e15;
const time = z.int().min(0).max(MAX_TIME);

/** The field of an instance's change whose value is since when its machine is idle: an ISO time, null while it works. */
export const IDLE_FIELD = 'idle';

/**
 * A machine that begins or ends to count as idle, between two samples. `since` is the first sample in which no GPU did anything, `seenAt`
 * the sample of the event; `utilization` is the mean of its GPUs in per cent; `costPerHour` the limit price, null where it is unknown.
 */
export const idleness = z.object({
  since: time,
  seenAt: time,
  gpus: z.int(),
  utilization: z.number(),
  costPerHour: z.string().nullable(),
  simulated: z.boolean(),
});
export type Idleness = z.output<typeof idleness>;

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
  return change.field === IDLE_FIELD && idleness.safeParse(change[IDLE_FIELD]).success;
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
  from: from === null ? null : new Date(from).toISOString(),
  to: to === null ? null : new Date(to).toISOString(),
});

/** The change of a machine that begins to count as idle. */
export const idleBegin = (subject: Subject, idle: Idleness): IdleChange => changeOf(subject, idle, null, idle.since);

/** The change of an idle machine that works again. */
export const idleEnd = (subject: Subject, idle: Idleness): IdleChange => changeOf(subject, idle, idle.since, null);
