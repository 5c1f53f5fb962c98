import type { Interval } from '../../lib/intervals.ts';

/** Where a bid stands on the market; `other` is a status that is not known, `ended` a bid that was cancelled or left the list. */
export const BID_STATES = ['allocated', 'open', 'preempting', 'paused', 'other', 'ended'] as const;
export type BidState = (typeof BID_STATES)[number];

/** A limit price: exact millionths of one currency, by its sign or code. */
export type LimitPrice = { readonly sign: string; readonly micros: bigint };

/** What costs and prices are computed from, for one bid. `quantity` is what it asks for, `running` its running instances. */
export type BidStanding = {
  readonly state: BidState;
  /** Null when the service's text is not an amount. */
  readonly limit: LimitPrice | null;
  /** Null when it can't be read. */
  readonly quantity: number | null;
  readonly running: number;
  /** Further instances that may be charged, because they are being preempted or stopped; none without it. */
  readonly ending?: number;
};

/** The number of instances of a bid that may be charged. */
export const chargedOf = ({ running, ending = 0 }: Pick<BidStanding, 'running' | 'ending'>): number => running + ending;

/** What never changes of a bid; empty where the service gives none. */
export type BidTraits = {
  readonly bid: string;
  readonly name: string;
  readonly type: string;
  readonly region: string;
};

/**
 * A bid's standing from a time on, until its next step. `at` is the request of the list that showed it; the change happened after
 * `since`, the time until which the standing before was seen; both are equal for the first step. Milliseconds since 1970.
 */
export type BidStep = BidStanding & { readonly at: number; readonly since: number };

/** The steps of one bid, oldest first. */
export type BidSteps = { readonly traits: BidTraits; readonly steps: readonly BidStep[] };

/**
 * What the journal has of a project's bids for a time: their steps, and the intervals in which the lists were read, each with the last one
 * before that time. Before the first interval nothing is known.
 */
export type BidRecord = {
  readonly project: string;
  readonly bids: readonly BidSteps[];
  readonly observed: readonly Interval[];
};

/** The records of the shown projects, read from the journal at a time, in milliseconds since 1970. */
export type BidRecords = { readonly records: readonly BidRecord[]; readonly readAt: number };

/** The records of some projects; the records themselves when there are no others. */
export function recordsOfProjects(known: BidRecords, projects: readonly string[]): BidRecords {
  const { records, readAt } = known;
  if (records.every(({ project }) => projects.includes(project))) return known;
  return { records: records.filter(({ project }) => projects.includes(project)), readAt };
}

/** Longest time between two readings of the lists that counts as observed, in milliseconds. */
export const LONGEST_GAP_MS = 60_000;
