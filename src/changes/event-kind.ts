import type { ServiceList } from '../contract/lists.ts';
import { type Agent, type JournalEvent, type ObservedChange, type OperatorAction, ownValueOf } from './change-event.ts';

/** Longest time from the first to the last event of a group, in milliseconds. */
export const GROUP_MS = 60_000;

/**
 * What the events of one group have in common: the same change of instances of one bid, or of the rows of another list, or the
 * same action of one console or of one agent. `from` and `to` are those of a status; other fields may change differently in one group.
 */
export type EventKind =
  | ({ readonly kind: 'seen' } & Readonly<
      Pick<ObservedChange, 'list' | 'change' | 'field' | 'from' | 'to' | 'bid' | 'bidName'>
    >)
  | {
      readonly kind: 'noted';
      readonly by: string;
      readonly verb: string;
      readonly list: ServiceList;
      readonly agent?: Pick<Agent, 'kind' | 'name'>;
    };

/** Fields whose values decide the group, because one value means something else than another. */
const BY_VALUE: readonly (string | null)[] = ['status', 'deactivated', 'expires'];

/** The kind of an event; null for one that stays alone. */
export function eventKind({ payload, by }: Pick<JournalEvent, 'payload' | 'by'>): EventKind | null {
  if (payload.kind === 'noted') {
    const { action } = payload;
    return action === null ? null : notedKind({ ...action, by });
  }
  const { kind, list, change, field, from, to, bid, bidName } = payload;
  const of = { kind, list, change, bid, bidName } as const;
  if (change !== 'changed') return { ...of, field: null, from: null, to: null };
  // The values of a field of a feature are of one row: what they have in common is whether there is one.
  if (field !== null && ownValueOf(payload) !== undefined)
    return { ...of, field, from: from && field, to: to && field };
  return BY_VALUE.includes(field) ? { ...of, field, from, to } : { ...of, field, from: null, to: null };
}

/** The kind of an action of an operator, or of an agent. */
export const notedKind = ({
  by,
  verb,
  list,
  agent,
}: { readonly by: string } & Pick<OperatorAction, 'verb' | 'list'> & {
    readonly agent?: Pick<Agent, 'kind' | 'name'> | undefined;
  }): EventKind => ({
  kind: 'noted',
  by,
  verb,
  list,
  ...(agent === undefined ? {} : { agent: { kind: agent.kind, name: agent.name } }),
});

/** A text that is the same for all events of one kind. The name of a bid may be unknown in some of them. */
export function kindKey(kind: EventKind): string {
  const known = keys.get(kind);
  if (known !== undefined) return known;
  const key = JSON.stringify(kind.kind === 'noted' ? kind : { ...kind, bidName: null });
  keys.set(kind, key);
  return key;
}

/** The texts of kinds, of which each event is compared many times. */
const keys = new WeakMap<EventKind, string>();

/** First and last time of the events of a group, in milliseconds since 1970. */
export type Span = { readonly first: number; readonly last: number };

/** The span with one more event. */
export const spanWith = ({ first, last }: Span, at: number): Span => ({
  first: Math.min(first, at),
  last: Math.max(last, at),
});

/** Whether an event of a time is near enough to those of a group. */
export function isNear(span: Span, at: number): boolean {
  const { first, last } = spanWith(span, at);
  return last - first <= GROUP_MS;
}
