import * as z from 'zod';
import type { ServiceList } from '../contract/lists.ts';

/**
 * A change between two lists. `lost` is an instance that went without anybody asking for it; `field`,
 * `from` and `to` are the service's own words, null where there is nothing to tell. `bid` is the bid that an
 * instance belongs to.
 */
const observedChange = (list: z.ZodType<ServiceList>) =>
  z.object({
    kind: z.literal('seen'),
    list,
    fid: z.string(),
    name: z.string().nullable(),
    bid: z.string().nullable(),
    change: z.enum(['appeared', 'gone', 'lost', 'changed']),
    field: z.string().nullable(),
    from: z.string().nullable(),
    to: z.string().nullable(),
  });
export type ObservedChange = z.output<ReturnType<typeof observedChange>>;

/** What a console did or found out itself, and how it ended. */
const operatorEvent = (pane: z.ZodType<ServiceList>) =>
  z.object({
    kind: z.literal('noted'),
    who: z.enum(['operator', 'service']),
    outcome: z.enum(['sent', 'done', 'refused', 'unknown', 'seen']),
    what: z.string(),
    about: z.object({ pane, fid: z.string() }).nullable(),
  });
export type OperatorEvent = z.output<ReturnType<typeof operatorEvent>>;

/** What events of these lists tell, as it is kept. */
export const eventPayload = (names: readonly ServiceList[]) => {
  const list = z.enum(names);
  return z.discriminatedUnion('kind', [observedChange(list), operatorEvent(list)]);
};
export type EventPayload = ReturnType<typeof eventPayload>;

/**
 * One entry of the journal. `id` only ever grows; a note that is told anew, with its outcome, gets a new one and
 * keeps its `key`. `at` is when it was seen; it happened after `since`, null where nobody had looked before.
 * `by` tells the console that noted it. Milliseconds since 1970.
 */
export type JournalEvent = {
  readonly id: number;
  readonly key: string;
  readonly at: number;
  readonly since: number | null;
  readonly by: string;
} & { readonly payload: z.output<EventPayload> };
