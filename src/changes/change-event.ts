// changes: the one diff of two lists, what "lost" means, and the one fold of events (fold-events.ts).

import * as z from 'zod';
import type { ServiceList } from '../contract/lists.ts';
import { once } from '../lib/once.ts';

/** Schemas of the values of features, by field. */
export type OwnFields = Readonly<Record<string, z.ZodType>>;

const changeMembers = (list: z.ZodType<ServiceList>) => ({
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
});
const known = once((): ReadonlySet<string> => new Set(Object.keys(changeMembers(z.never()))));

/** `from` and `to` are the service's own values. A feature's value stands under the name of its field. */
const observedChange = (list: z.ZodType<ServiceList>, own: OwnFields) =>
  z.looseObject(changeMembers(list)).refine((change) => {
    const kept = ownValueOf(change);
    const schema = change.field !== null && Object.hasOwn(own, change.field) ? own[change.field] : undefined;
    return kept === undefined || schema === undefined || schema.safeParse(kept).success;
  });
export type ObservedChange = z.output<ReturnType<typeof observedChange>>;

export function ownValueOf(change: { readonly field: string | null; readonly [member: string]: unknown }): unknown {
  const { field } = change;
  return field === null || known().has(field) || !Object.hasOwn(change, field) ? undefined : change[field];
}

const agent = once(() => z.object({ kind: z.string(), name: z.string(), reason: z.string().nullable() }));
export type Agent = z.output<ReturnType<typeof agent>>;

export const agentWords = ({ kind, name }: Pick<Agent, 'kind' | 'name'>): string => `${kind} ${name}`;

/** Entries of earlier versions have the name of a rule alone. */
const operatorAction = (list: z.ZodType<ServiceList>) =>
  z
    .object({ verb: z.string(), list, name: z.string(), agent: agent().optional(), rule: z.string().optional() })
    .transform(({ rule, ...action }) =>
      rule === undefined ? action : { ...action, agent: { kind: 'rule', name: rule, reason: null } },
    );
export type OperatorAction = z.output<ReturnType<typeof operatorAction>>;

/** An action or finding of a console; `action` is null for a finding. */
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

/** Schema of the stored payload of events. */
export const eventPayload = (names: readonly ServiceList[], own: OwnFields) => {
  const list = z.enum(names);
  return z.discriminatedUnion('kind', [observedChange(list, own), operatorEvent(list)]);
};
export type EventPayload = ReturnType<typeof eventPayload>;

/** No program has this name, so such entries count as nobody's. */
export const SIMULATED_BY = 'simulated';

/**
 * An entry of the journal. `id` only grows; an outcome gives it a new id and keeps its `key`. The change happened
 * between `since`, if known, and `at`. `by` is the recording console. Milliseconds since 1970.
 */
export type JournalEvent = {
  readonly id: number;
  readonly key: string;
  readonly at: number;
  readonly since: number | null;
  readonly by: string;
} & { readonly payload: z.output<EventPayload> };
