import type { BidHistoryEvent } from '../../contract/extras/bid-history.ts';
import { memoizeLast } from '../../lib/memoize.ts';
import { formatMoneyGrouped, type Money } from '../../lib/money.ts';
import type { Aliases, OwnValue } from '../../resources/context.ts';
import { aliasOr } from '../../resources/parts/aliases.ts';
import type { ConsoleState } from '../../store/state.ts';

export type ToldKind = 'placed' | 'paused' | 'resumed' | 'ended' | 'allocated' | 'preempted' | 'repriced';

/** A change of a bid as the service tells it. `kind` is null for one that nobody here knows. */
export type Told = {
  readonly at: number;
  readonly kind: ToldKind | null;
  /** The service's words. */
  readonly type: string;
  readonly limit: Money | null;
  /** The name of a person, or their identifier; null for the service itself. */
  readonly by: string | null;
};

/** Oldest first, as asked for at a time in milliseconds since 1970. */
export type ToldHistory = { readonly events: readonly Told[]; readonly readAt: number };
export type ToldHistories = ReadonlyMap<string, ToldHistory>;

/** Clocks of a service and of this machine, and a list on its way, in milliseconds. */
export const TOLD_SLACK_MS = 60_000;

const KINDS: Readonly<Record<string, ToldKind>> = {
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

const kindOf = (type: string): ToldKind | null => {
  const known = type.toLowerCase().replaceAll('_', ' ');
  return Object.hasOwn(KINDS, known) ? (KINDS[known] ?? null) : null;
};

type Histories = NonNullable<NonNullable<ConsoleState['extras']>['bidHistories']>;
const NO_HISTORIES: Histories = new Map();

const toldIn = memoizeLast(
  (histories: Histories, names: Aliases): ToldHistories =>
    new Map(
      Array.from(histories, ([bid, { value, readAt }]) => [
        bid,
        { events: value.map((one) => toldOf(one, names)), readAt },
      ]),
    ),
);

const toldOf = (event: BidHistoryEvent, names: Aliases): Told => ({
  at: event.timestamp,
  kind: kindOf(event.event_type),
  type: event.event_type,
  limit: event.limit_price,
  by: event.user_id === null ? null : aliasOr(event.user_id, names),
});

/** The same object until an answer or a name comes. */
export const toldHistories = ({ extras, connected, shownInstead }: ConsoleState): ToldHistories =>
  toldIn((shownInstead === null ? extras?.bidHistories : null) ?? NO_HISTORIES, connected.aliases);

/** By bid; null where the service was not asked, or does not tell. */
export const toldOfBid: OwnValue<[bid: string], ToldHistory | null> = {
  of: ({ state }, bid) => toldHistories(state).get(bid) ?? null,
};

const WORDS: Readonly<Record<ToldKind, string>> = {
  placed: 'Placed',
  paused: 'Paused',
  resumed: 'Resumed',
  ended: 'Cancelled',
  allocated: 'Allocated',
  preempted: 'Preempted',
  repriced: 'Limit price changed',
};

/** `Paused by Ada`, `Limit price changed to $2.50 by Ada`; unknown ones in the service's words. */
export function toldWords({ kind, type, limit, by }: Told): string {
  const what = kind === null ? type : WORDS[kind];
  const price = limit === null ? '' : kind === 'repriced' ? ` to ${formatMoneyGrouped(limit)}` : '';
  const at = limit !== null && kind === 'placed' ? ` at ${formatMoneyGrouped(limit)}` : '';
  return `${what}${price}${at}${by === null ? '' : ` by ${by}`}`;
}

const RESTING: readonly (ToldKind | null)[] = ['placed', 'paused', 'resumed', 'ended'];

/** Who brought a bid into its rest, and when; null when the service does not tell, or not of this time. */
export function toldDoer(
  { events }: ToldHistory,
  kind: ToldKind,
  time: { readonly from: number; readonly to: number },
): { readonly by: string; readonly at: number } | null {
  const resting = events.filter((event) => RESTING.includes(event.kind));
  const last = resting.at(-1);
  if (last === undefined || last.kind !== kind || last.by === null) return null;
  if (last.at < time.from - TOLD_SLACK_MS || last.at > time.to + TOLD_SLACK_MS) return null;
  // Of two at once either may be the last.
  if (resting.some((other) => other.at === last.at && (other.kind !== kind || other.by !== last.by))) return null;
  return { by: last.by, at: last.at };
}
