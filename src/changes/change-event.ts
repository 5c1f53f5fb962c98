import * as z from 'zod';
import type { ServiceList } from '../contract/lists.ts';

/**
 * A change between two lists. `lost` is an instance that ended without a request; `field`, `from` and `to` are
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
  });
export type ObservedChange = z.output<ReturnType<typeof observedChange>>;

/** What an operator did: the verb, and the list and name of the row. */
const operatorAction = (list: z.ZodType<ServiceList>) => z.object({ verb: z.string(), list, name: z.string() });
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
