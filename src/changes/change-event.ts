// changes: the one diff of two lists, what "lost" means, and the one fold of events (fold-events.ts).

import * as z from 'zod';
import type { ServiceList } from '../contract/lists.ts';
import { once } from '../lib/once.ts';

/** What features keep of changes of a field, by the field: the schema of its value. */
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

/**
 * A change between two lists, or one of a field that a feature adds to a row. `lost` is an instance that ended without a request; `field`,
 * `from` and `to` are the service's own values, null where there are none. `bid` is the bid that an instance belongs to, and
 * `bidName` its name, null where it is unknown. What a feature keeps of it stands under the name of its field.
 */
const observedChange = (list: z.ZodType<ServiceList>, own: OwnFields) =>
  z.looseObject(changeMembers(list)).refine((change) => {
    const kept = ownValueOf(change);
    const schema = change.field !== null && Object.hasOwn(own, change.field) ? own[change.field] : undefined;
    return kept === undefined || schema === undefined || schema.safeParse(kept).success;
  });
export type ObservedChange = z.output<ReturnType<typeof observedChange>>;

/** What a feature keeps of a change; undefined where none does. */
export function ownValueOf(change: { readonly field: string | null; readonly [member: string]: unknown }): unknown {
  const { field } = change;
  return field === null || known().has(field) || !Object.hasOwn(change, field) ? undefined : change[field];
}

/** Who acts for the operator: what it is in a word, its name, and why it acted; null where that is not known. */
const agent = once(() => z.object({ kind: z.string(), name: z.string(), reason: z.string().nullable() }));
export type Agent = z.output<ReturnType<typeof agent>>;

export const agentWords = ({ kind, name }: Pick<Agent, 'kind' | 'name'>): string => `${kind} ${name}`;

/** What an operator did, or an agent: the verb, and the list and name of the row. Entries of earlier versions have the name of a rule alone. */
const operatorAction = (list: z.ZodType<ServiceList>) =>
  z
    .object({ verb: z.string(), list, name: z.string(), agent: agent().optional(), rule: z.string().optional() })
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

/** Schema of the stored payload of events on these lists, with the fields of features. */
export const eventPayload = (names: readonly ServiceList[], own: OwnFields) => {
  const list = z.enum(names);
  return z.discriminatedUnion('kind', [observedChange(list, own), operatorEvent(list)]);
};
export type EventPayload = ReturnType<typeof eventPayload>;

/** Who wrote the entries of a simulated past: no program, so that none of them counts as this console's or as that of another one. */
export const SIMULATED_BY = 'simulated';

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
