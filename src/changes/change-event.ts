// changes: the one diff of two lists, and what "lost" means.

import * as z from 'zod';
import type { ServiceList } from '../contract/lists.ts';

/** Largest time that a date can have, in milliseconds since 1970. */
const MAX_TIME = 8.64e15;
const time = z.int().min(0).max(MAX_TIME);

/**
 * A machine that begins or ends to count as idle. `since` is the first sample in which no GPU did anything, `seenAt` the sample of
 * the event; `utilization` is the mean of its GPUs in per cent; `costPerHour` the limit price, null where it is unknown.
 */
const idleness = z.object({
  since: time,
  seenAt: time,
  gpus: z.int(),
  utilization: z.number(),
  costPerHour: z.string().nullable(),
  simulated: z.boolean(),
});
export type Idleness = z.output<typeof idleness>;

/** The field of an instance's change whose value is since when its machine is idle: an ISO time, null while it works. */
export const IDLE_FIELD = 'idle';

/**
 * A change between two lists, or with `idle` between two samples of a machine. `lost` is an instance that ended without a request; `field`, `from` and `to` are
 * the service's own values, null where there are none. `bid` is the bid that an instance belongs to, and
 * `bidName` its name, null where it is unknown.
 */
const observedChange = (list: z.ZodType<ServiceList>) =>
  z.object({
    kind: z.literal('seen'),
    list,
    fid: z.string(),
    name: z.string().nullable(),
    bid: z.string().nullable(),
    bidName: z.string().nullable().default(null),
    change: z.enum(['appeared', 'gone', 'lost', 'changed']),
    field: z.string().nullable(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    idle: idleness.optional(),
  });
export type ObservedChange = z.output<ReturnType<typeof observedChange>>;

/** Who acts for the operator: what it is in a word, its name, and why it acted; null where that is not known. */
const agent = z.object({ kind: z.string(), name: z.string(), reason: z.string().nullable() });
export type Agent = z.output<typeof agent>;

export const agentWords = ({ kind, name }: Pick<Agent, 'kind' | 'name'>): string => `${kind} ${name}`;

/** What an operator did, or an agent: the verb, and the list and name of the row. Entries of earlier versions have the name of a rule alone. */
const operatorAction = (list: z.ZodType<ServiceList>) =>
  z
    .object({ verb: z.string(), list, name: z.string(), agent: agent.optional(), rule: z.string().optional() })
    .transform(({ rule, ...action }) =>
      rule === undefined ? action : { ...action, agent: { kind: 'rule', name: rule, reason: null } },
    );
export type OperatorAction = z.output<ReturnType<typeof operatorAction>>;

/** An action or finding of a console, and its outcome; `action` is null for a finding. */
const operatorEvent = (pane: z.ZodType<ServiceList>) =>
  z.object({
    kind: z.literal('noted'),
    who: z.enum(['operator', 'service']),
    outcome: z.enum(['sent', 'done', 'refused', 'unknown', 'seen']),
    what: z.string(),
    about: z.object({ pane, fid: z.string() }).nullable(),
    action: operatorAction(pane).nullable().default(null),
  });
export type OperatorEvent = z.output<ReturnType<typeof operatorEvent>>;

/** Schema of the stored payload of events on these lists. */
export const eventPayload = (names: readonly ServiceList[]) => {
  const list = z.enum(names);
  return z.discriminatedUnion('kind', [observedChange(list), operatorEvent(list)]);
};
export type EventPayload = ReturnType<typeof eventPayload>;

/**
 * One entry of the journal. `id` only grows; an operator event that gets its outcome gets a new id and
 * keeps its `key`. `at` is when the change was observed; it happened after `since`, null without an
 * earlier list. `by` identifies the console that recorded it. Milliseconds since 1970.
 */
export type JournalEvent = {
  readonly id: number;
  readonly key: string;
  readonly at: number;
  readonly since: number | null;
  readonly by: string;
} & { readonly payload: z.output<EventPayload> };
