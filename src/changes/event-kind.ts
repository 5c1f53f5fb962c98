import type { ServiceList } from '../contract/lists.ts';
import { type Agent, type JournalEvent, type ObservedChange, type OperatorAction, ownValueOf } from './change-event.ts';

/** From the first to the last event of a group, in milliseconds. */
export const GROUP_MS = 60_000;

/** `from` and `to` are those of a status. */
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

/** Each value of these fields has its own groups. */
const BY_VALUE: readonly (string | null)[] = ['status', 'deactivated', 'expires'];

export function eventKind({ payload, by }: Pick<JournalEvent, 'payload' | 'by'>): EventKind | null {
  if (payload.kind === 'noted') {
    const { action } = payload;
    return action === null ? null : notedKind({ ...action, by });
  }
  const { kind, list, change, field, from, to, bid, bidName } = payload;
  const of = { kind, list, change, bid, bidName } as const;
  if (change !== 'changed') return { ...of, field: null, from: null, to: null };
  // A feature's values belong to one row: a group shares only whether there is one.
  if (field !== null && ownValueOf(payload) !== undefined)
    return { ...of, field, from: from && field, to: to && field };
  return BY_VALUE.includes(field) ? { ...of, field, from, to } : { ...of, field, from: null, to: null };
}

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

/** Some events lack the bid's name. */
export function kindKey(kind: EventKind): string {
  const known = keys.get(kind);
  if (known !== undefined) return known;
  const key = JSON.stringify(kind.kind === 'noted' ? kind : { ...kind, bidName: null });
  keys.set(kind, key);
  return key;
}

/** Each event is compared many times. */
const keys = new WeakMap<EventKind, string>();

export type Span = { readonly first: number; readonly last: number };

export const spanWith = ({ first, last }: Span, at: number): Span => ({
  first: Math.min(first, at),
  last: Math.max(last, at),
});

export function isNear(span: Span, at: number): boolean {
  const { first, last } = spanWith(span, at);
  return last - first <= GROUP_MS;
}
