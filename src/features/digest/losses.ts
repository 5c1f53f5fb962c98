import { outageMs } from '../why/outage.ts';
import type { BidDigest } from './digest.ts';

/** What bids lost in a time, and what of it is back. Numbers of bids and of instances, each counted once. */
export type Losses = {
  /** Bids that lost instances, and those among them that have back what they lost. */
  readonly bids: number;
  readonly back: number;
  readonly instances: number;
  readonly preempted: number;
  /** Instances that started, of all bids. */
  readonly started: number;
  /** The longest time without what was lost; null when nothing was. */
  readonly longest: {
    readonly name: string;
    readonly fid: string;
    readonly ms: number;
    readonly isBack: boolean;
  } | null;
};

/** The bids that are out now, as far as the lists are known. */
export const outNow = (bids: readonly BidDigest[]): readonly BidDigest[] =>
  bids.filter(({ now }) => now?.isOut === true);

const sum = (bids: readonly BidDigest[], of: (bid: BidDigest) => number): number =>
  bids.reduce((total, bid) => total + of(bid), 0);

/** The losses of some bids, up to a time in milliseconds since 1970. */
export function lossesOf(bids: readonly BidDigest[], now: number): Losses {
  const losers = bids.filter(({ lost }) => lost.length > 0);
  const outages = losers.flatMap(({ fid, name, outages: own }) =>
    own.map((outage) => ({ fid, name, ms: outageMs(outage, now), isBack: outage.isBack })),
  );
  return {
    bids: losers.length,
    back: losers.filter(({ outages: own }) => own.length > 0 && own.every(({ isBack }) => isBack)).length,
    instances: sum(losers, ({ lost }) => lost.length),
    preempted: sum(losers, ({ preempted }) => preempted.length),
    started: sum(bids, ({ filled }) => filled.length),
    longest: outages.toSorted((a, b) => b.ms - a.ms)[0] ?? null,
  };
}
