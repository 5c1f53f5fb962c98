// changes: the one diff of two lists, what "lost" means, and the one fold of events (fold-events.ts).

import * as z from 'zod';
import type { ServiceList } from '../contract/lists.ts';
import { once } from '../lib/memoize.ts';
import { counted, nameOrFid } from '../lib/words.ts';

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

/** `from` and `to` are the service's own values. */
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

/** Entries of earlier versions have a rule's name alone. */
const operatorAction = (list: z.ZodType<ServiceList>) =>
  z
    .object({ verb: z.string(), list, name: z.string(), agent: agent().optional(), rule: z.string().optional() })
    .transform(({ rule, ...action }) =>
      rule === undefined ? action : { ...action, agent: { kind: 'rule', name: rule, reason: null } },
    );
export type OperatorAction = z.output<ReturnType<typeof operatorAction>>;

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

export const eventPayload = (names: readonly ServiceList[], own: OwnFields) => {
  const list = z.enum(names);
  return z.discriminatedUnion('kind', [observedChange(list, own), operatorEvent(list)]);
};
export type EventPayload = ReturnType<typeof eventPayload>;

/** No program has this name, so its entries are nobody's. */
export const SIMULATED_BY = 'simulated';

/**
 * `id` only grows; an outcome gives a new `id` and keeps the `key`. The change happened between `since`, if known, and
 * `at`. `by` is the recording console. Milliseconds since 1970.
 */
export type JournalEvent = {
  readonly id: number;
  readonly key: string;
  readonly at: number;
  readonly since: number | null;
  readonly by: string;
} & { readonly payload: z.output<EventPayload> };

export type Actor =
  | { readonly kind: 'here' }
  | { readonly kind: 'other-program' }
  | { readonly kind: 'agent'; readonly words: string };

export function byWords(by: Actor): string {
  switch (by.kind) {
    case 'here':
      return 'by you';
    case 'other-program':
      return 'by you in another program';
    case 'agent':
      return `by the ${by.words}`;
  }
}

export const actorOf = ({ agent }: Pick<OperatorAction, 'agent'>, isElsewhere: boolean): Actor =>
  agent === undefined ? { kind: isElsewhere ? 'other-program' : 'here' } : { kind: 'agent', words: agentWords(agent) };

export const RESTING_VERBS: readonly string[] = ['pause', 'resume', 'cancel'];

type Payload = JournalEvent['payload'];

const MAX_NAMED = 5;

export const isLost = (event: Payload): event is ObservedChange => event.kind === 'seen' && event.change === 'lost';

/** Lost instances by bid; null without any. */
export function lostMessage(events: readonly Payload[]): string | null {
  const lost = events.filter(isLost);
  const [first] = lost;
  if (first === undefined) return null;
  if (lost.length === 1) return `${nameOrFid(first.name, first.fid)} was lost.`;
  const counts = new Map<string, { readonly name: string; count: number }>();
  let others = 0;
  for (const { bid, bidName } of lost) {
    const known = bid === null ? undefined : counts.get(bid);
    if (bid === null) others += 1;
    else if (known === undefined) counts.set(bid, { name: nameOrFid(bidName, bid), count: 1 });
    else known.count += 1;
  }
  const bids = [...counts.values()].toSorted((a, b) => b.count - a.count);
  const named = bids.slice(0, MAX_NAMED);
  others += bids.slice(MAX_NAMED).reduce((sum, { count }) => sum + count, 0);
  const [most, ...more] = named;
  if (most === undefined) return `${instances(others)} were lost.`;
  const rest = more.map(({ name, count }) => `, ${name} ${count}`).join('');
  return `${most.name} lost ${instances(most.count)}${rest}${others === 0 ? '' : `, other bids ${others}`}.`;
}

const instances = (count: number): string => counted(count, 'instance');
