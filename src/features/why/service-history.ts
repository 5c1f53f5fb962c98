import type { BidHistoryEvent } from '../../contract/extras/bid-history.ts';
import { memoizeLast } from '../../lib/memoize.ts';
import { formatMoneyGrouped, type Money } from '../../lib/money.ts';
import type { Aliases, OwnValue } from '../../resources/context.ts';
import { aliasOr } from '../../resources/parts/aliases.ts';
import type { ConsoleState } from '../../store/state.ts';

export type ServiceEventKind = 'placed' | 'paused' | 'resumed' | 'ended' | 'allocated' | 'preempted' | 'repriced';

/** A change of a bid as the service tells it. `kind` is null for one that nobody here knows. */
export type ServiceEvent = {
  readonly at: number;
  readonly kind: ServiceEventKind | null;
  /** The service's words. */
  readonly type: string;
  readonly limit: Money | null;
  /** The name of a person, or their identifier; null for the service itself. */
  readonly by: string | null;
};

/** Oldest first, as asked for at a time in milliseconds since 1970. */
export type ServiceHistory = { readonly events: readonly ServiceEvent[]; readonly readAt: number };
export type ServiceHistories = ReadonlyMap<string, ServiceHistory>;

/** Clocks of a service and of this machine, and a list on its way, in milliseconds. */
export const CLOCK_SLACK_MS = 60_000;

const KINDS: Readonly<Record<string, ServiceEventKind>> = {
  placed: 'placed',
  paused: 'paused',
  resumed: 'resumed',
  terminated: 'ended',
  cancelled: 'ended',
  canceled: 'ended',
  allocated: 'allocated',
  preempted: 'preempted',
  'limit price changed': 'repriced',
};

const kindOf = (type: string): ServiceEventKind | null => {
  const known = type.toLowerCase().replaceAll('_', ' ');
  return Object.hasOwn(KINDS, known) ? (KINDS[known] ?? null) : null;
};

type Histories = NonNullable<NonNullable<ConsoleState['extras']>['bidHistories']>;
const NO_HISTORIES: Histories = new Map();

const historiesIn = memoizeLast(
  (histories: Histories, names: Aliases): ServiceHistories =>
    new Map(
      Array.from(histories, ([bid, { value, readAt }]) => [
        bid,
        { events: value.map((one) => serviceEventOf(one, names)), readAt },
      ]),
    ),
);

const serviceEventOf = (event: BidHistoryEvent, names: Aliases): ServiceEvent => ({
  at: event.timestamp,
  kind: kindOf(event.event_type),
  type: event.event_type,
  limit: event.limit_price,
  by: event.user_id === null ? null : aliasOr(event.user_id, names),
});

/** The same object until an answer or a name comes. */
export const serviceHistories = ({ extras, connected, shownInstead }: ConsoleState): ServiceHistories =>
  historiesIn((shownInstead === null ? extras?.bidHistories : null) ?? NO_HISTORIES, connected.aliases);

/** By bid; null where the service was not asked, or does not tell. */
export const historyOfBid: OwnValue<[bid: string], ServiceHistory | null> = {
  of: ({ state }, bid) => serviceHistories(state).get(bid) ?? null,
};

const WORDS: Readonly<Record<ServiceEventKind, string>> = {
  placed: 'Placed',
  paused: 'Paused',
  resumed: 'Resumed',
  ended: 'Cancelled',
  allocated: 'Allocated',
  preempted: 'Preempted',
  repriced: 'Limit price changed',
};

/** `Paused by Ada`, `Limit price changed to $2.50 by Ada`; unknown ones in the service's words. */
export function serviceEventWords({ kind, type, limit, by }: ServiceEvent): string {
  const what = kind === null ? type : WORDS[kind];
  const price = limit === null ? '' : kind === 'repriced' ? ` to ${formatMoneyGrouped(limit)}` : '';
  const at = limit !== null && kind === 'placed' ? ` at ${formatMoneyGrouped(limit)}` : '';
  return `${what}${price}${at}${by === null ? '' : ` by ${by}`}`;
}

const RESTING: readonly (ServiceEventKind | null)[] = ['placed', 'paused', 'resumed', 'ended'];

/** Who brought a bid into its rest, and when; null when the service does not tell, or not of this time. */
export function doerInHistory(
  { events }: ServiceHistory,
  kind: ServiceEventKind,
  time: { readonly from: number; readonly to: number },
): { readonly by: string; readonly at: number } | null {
  const resting = events.filter((event) => RESTING.includes(event.kind));
  const last = resting.at(-1);
  if (last === undefined || last.kind !== kind || last.by === null) return null;
  if (last.at < time.from - CLOCK_SLACK_MS || last.at > time.to + CLOCK_SLACK_MS) return null;
  // Of two at once either may be the last.
  if (resting.some((other) => other.at === last.at && (other.kind !== kind || other.by !== last.by))) return null;
  return { by: last.by, at: last.at };
}
