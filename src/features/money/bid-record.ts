import type { Bid } from '../../contract/bid.ts';
import type { Interval } from '../../lib/intervals.ts';
import type { OfBid } from '../../resources/context.ts';
import { isStatus } from '../../resources/parts/status.ts';

/** `other`: a status that is not known. `ended`: cancelled, or gone from the list. */
export const BID_STATES = ['allocated', 'open', 'preempting', 'paused', 'other', 'ended'] as const;
export type BidState = (typeof BID_STATES)[number];

/** Exact millionths of one currency, by its sign or code. */
export type LimitPrice = { readonly sign: string; readonly micros: bigint };

export type BidStanding = InstanceNumbers & {
  readonly state: BidState;
  /** Null when the service's text is not an amount. */
  readonly limit: LimitPrice | null;
  /** The instances that it asks for; null when it can't be read. */
  readonly quantity: number | null;
};

/** Instances of a bid that may be charged: `ending` ones are being preempted or stopped. */
export type InstanceNumbers = { readonly running: number; readonly ending?: number };

export const chargedOf = ({ running, ending = 0 }: InstanceNumbers): number => running + ending;

/** What never changes of a bid; empty where the service gives none. */
export type BidTraits = {
  readonly bid: string;
  readonly name: string;
  readonly type: string;
  readonly region: string;
};

/**
 * A bid's standing until its next step. `at`: the request of the list that showed it. It changed after `since`, until when the
 * standing before was seen; both are equal for the first step. Milliseconds since 1970.
 */
export type BidStep = BidStanding & { readonly at: number; readonly since: number };

/** The steps of one bid, oldest first. */
export type BidSteps = { readonly traits: BidTraits; readonly steps: readonly BidStep[] };

export type ObservedBid = { readonly bid: BidSteps; readonly observed: readonly Interval[] };

/** A project's bids, and when its lists were read; of a time, each with the last one before it. */
export type BidRecord = {
  readonly project: string;
  readonly bids: readonly BidSteps[];
  readonly observed: readonly Interval[];
};

/** The records of the shown projects, read from the journal at a time, in milliseconds since 1970. */
export type BidRecords = { readonly records: readonly BidRecord[]; readonly readAt: number };

/** Longest time between two readings of the lists that counts as observed, in milliseconds. */
export const LONGEST_GAP_MS = 60_000;

const STATES: readonly BidState[] = ['allocated', 'open', 'preempting', 'paused'];

export function bidStateOf({ status }: Pick<Bid, 'status'>): BidState {
  if (isStatus(status, 'terminated')) return 'ended';
  return STATES.find((state) => isStatus(status, state)) ?? 'other';
}

export const numbersOf = (listed: OfBid | undefined): InstanceNumbers =>
  listed === undefined ? { running: 0 } : { running: listed.running, ending: listed.charged - listed.running };

/** `isListed` is false when the bid has left the list. */
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
