import type { Bid } from '../../contract/bid.ts';
import type { Interval } from '../../lib/intervals.ts';
import type { OfBid } from '../../resources/context.ts';
import { isStatus } from '../../resources/parts/status.ts';

/** `other`: an unknown status. `ended`: cancelled, or gone from the list. */
export const BID_STATES = ['allocated', 'open', 'preempting', 'paused', 'other', 'ended'] as const;
export type BidState = (typeof BID_STATES)[number];

/** Exact millionths of a currency, by its sign or code. */
export type LimitPrice = { readonly sign: string; readonly micros: bigint };

export type BidStanding = InstanceNumbers & {
  readonly state: BidState;
  /** Null when the service's text is not an amount. */
  readonly limit: LimitPrice | null;
  /** Of instances; null when unreadable. */
  readonly quantity: number | null;
};

/** Instances possibly charged: `ending` ones are being preempted or stopped. */
export type InstanceNumbers = { readonly running: number; readonly ending?: number };

export const chargedOf = ({ running, ending = 0 }: InstanceNumbers): number => running + ending;

/** Never changes; empty where the service gives none. */
export type BidTraits = {
  readonly bid: string;
  readonly name: string;
  readonly type: string;
  readonly region: string;
};

/**
 * Holds until the next step. `at`: the request of the list with it. It began after `since`, the last look at the
 * standing before; equal to `at` for the first step. Milliseconds since 1970.
 */
export type BidStep = BidStanding & { readonly at: number; readonly since: number };

/** Oldest first. */
export type BidSteps = { readonly traits: BidTraits; readonly steps: readonly BidStep[] };

export type ObservedBid = { readonly bid: BidSteps; readonly observed: readonly Interval[] };

/** What the service charged for instances of a bid, in millionths of a dollar an hour times milliseconds. */
export type Charge = Interval & { readonly instances: number; readonly microMs: bigint };

/** Oldest first; no two overlap. */
export type BidCharges = { readonly traits: BidTraits; readonly charges: readonly Charge[] };

/** All that the service charged in a time, by bid: what is not in it was not charged then. */
export type ProjectCharges = { readonly time: Interval; readonly bids: ReadonlyMap<string, BidCharges> };

/** A project's bids, and when its lists were read, each with the last one before the time. */
export type BidRecord = {
  readonly project: string;
  readonly bids: readonly BidSteps[];
  readonly observed: readonly Interval[];
  /** Null or absent where the service does not say them. */
  readonly charges?: ProjectCharges | null;
};

/** The shown projects, read from the journal at a time in milliseconds since 1970. */
export type BidRecords = { readonly records: readonly BidRecord[]; readonly readAt: number };

/** Longest observed time between two readings, in milliseconds. */
export const LONGEST_GAP_MS = 60_000;

const STATES: readonly BidState[] = ['allocated', 'open', 'preempting', 'paused'];

export function bidStateOf({ status }: Pick<Bid, 'status'>): BidState {
  if (isStatus(status, 'terminated')) return 'ended';
  return STATES.find((state) => isStatus(status, state)) ?? 'other';
}

export const numbersOf = (listed: OfBid | undefined): InstanceNumbers =>
  listed === undefined ? { running: 0 } : { running: listed.running, ending: listed.charged - listed.running };

export function standingOf(bid: Bid, { running, ending = 0 }: InstanceNumbers, isListed: boolean): BidStanding {
  const amount = bid.limit_price?.amount ?? null;
  return {
    state: isListed ? bidStateOf(bid) : 'ended',
    limit: amount && { sign: amount.sign, micros: amount.micros },
    quantity: bid.instance_quantity,
    running,
    ...(ending === 0 ? {} : { ending }),
  };
}
