import type { BidRecord, BidState, BidStep, BidSteps } from '../../../src/features/money/bid-record.ts';
import { type Spend, spendOver } from '../../../src/features/money/spend.ts';
import { HOUR_MS } from '../../../src/lib/duration.ts';
import type { Interval } from '../../../src/lib/intervals.ts';

export const START = 1_800_000_000_000;
export const MINUTE = 60_000;
export const DOLLAR = 1_000_000n;

/** A change of a bid: minutes after the start, state, limit price in dollars. */
type Change = readonly [minute: number, state: BidState, limit: number];

/** A bid for instances of `gpu` in `eu`. Each change was seen five seconds after the list before it. */
export function bidSteps(bid: string, changes: readonly Change[], quantity = 2): BidSteps {
  const steps = changes.map(([minute, state, limit], n): BidStep => {
    const at = START + minute * MINUTE;
    return {
      at,
      since: n === 0 ? at : at - 5000,
      state,
      quantity,
      running: state === 'allocated' ? quantity : 0,
      limit: { sign: '$', micros: BigInt(Math.round(limit * 1e6)) },
    };
  });
  return { traits: { bid, name: bid, type: 'gpu', region: 'eu' }, steps };
}

/** A time in minutes after the start. */
export const minutes = (from: number, to: number): Interval => ({
  from: START + from * MINUTE,
  to: START + to * MINUTE,
});

export const recordOf = (bids: readonly BidSteps[], observed: readonly Interval[]): BidRecord => ({
  project: 'p',
  bids,
  observed,
});

/** What a time cost by records that were read an hour later: no list is under way. */
export const spendIn = (records: readonly BidRecord[], time: Interval): Spend =>
  spendOver({ records, readAt: time.to + HOUR_MS }, time);
