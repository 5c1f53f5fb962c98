import { clockTime } from '../../lib/duration.ts';
import type { Interval } from '../../lib/intervals.ts';
import type { ServiceEvent, ServiceEventKind } from '../why/service-history.ts';
import type { BidChanges } from './changes.ts';

/** What people did to a bid in a time, by the service's history, oldest first. */
export const changesByPeople = (events: readonly ServiceEvent[], { from, to }: Interval): readonly ServiceEvent[] =>
  events.filter(({ at, by }) => by !== null && at > from && at <= to);

/** Whether a person can have made one of these changes. */
export const mayBeByPerson = ({ status, limit, isNew, hasEnded }: BidChanges): boolean =>
  status !== null || limit !== null || isNew || hasEnded;

/** `Ada` where one person alone did so; null where nobody is history, or several. */
export function byWhom(history: readonly ServiceEvent[], kind: ServiceEventKind): string | null {
  const names = new Set(history.flatMap((one) => (one.kind === kind && one.by !== null ? one.by : [])));
  const [name] = names;
  return name === undefined || names.size > 1 ? null : name;
}

/** `paused by Ada at 07:20`, or resumed: the last of both; null for neither. */
export function restingWords(history: readonly ServiceEvent[], safe: (text: string) => string): string | null {
  const last = history.findLast(({ kind }) => kind === 'paused' || kind === 'resumed');
  if (last?.by == null) return null;
  return `${last.kind} by ${safe(last.by)} at ${clockTime(last.at).slice(0, 5)}`;
}

const VERBS: Readonly<Partial<Record<ServiceEventKind, string>>> = {
  placed: 'placed',
  paused: 'paused',
  resumed: 'resumed',
  ended: 'cancelled',
  repriced: 'changed the limit price of',
};
const MOST_NAMED = 4;

/** `Ada paused train-llama; Bob changed the limit price of eval, sweep and 2 more.` None for nobody. */
export function peopleSentences(
  bids: readonly { readonly name: string; readonly history: readonly ServiceEvent[] }[],
  safe: (text: string) => string,
): readonly string[] {
  const done = bids.flatMap(({ name, history }) =>
    history.flatMap(({ kind, by }) => {
      const verb = kind === null ? undefined : VERBS[kind];
      return verb === undefined || by === null ? [] : { who: `${safe(by)} ${verb}`, name: safe(name) };
    }),
  );
  if (done.length === 0) return [];
  const parts = [...Map.groupBy(done, ({ who }) => who)].map(([who, own]) => {
    const names = [...new Set(own.map(({ name }) => name))];
    const more = names.length - MOST_NAMED;
    return `${who} ${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  });
  const left = parts.length - MOST_NAMED;
  return [`${parts.slice(0, MOST_NAMED).join('; ')}${left > 0 ? `; and ${left} more` : ''}.`];
}
