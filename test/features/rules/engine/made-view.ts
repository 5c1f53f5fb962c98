import { BidFid } from '../../../../src/contract/fid.ts';
import type { LimitPrice } from '../../../../src/features/money/bid-record.ts';
import type { PriceBand } from '../../../../src/features/money/price.ts';
import { readAtOnce } from '../../../../src/features/rules/engine/needs.ts';
import type { RuleBid, RuleView } from '../../../../src/features/rules/engine/view.ts';
import type { RuleRecord } from '../../../../src/features/rules/runner/step-rule.ts';

/** A Monday noon in UTC. */
export const NOON = Date.parse('2026-11-23T12:00:00Z');

/** A price in cents as dollars, or in another currency. */
export const cents = (count: number, sign = '$'): LimitPrice => ({ sign, micros: BigInt(count) * 10_000n });

/** A bid that waits for instances, with the name `a100` and a limit price of $11.50. */
export function madeBid(fid: string, more: Partial<RuleBid> = {}): RuleBid {
  return {
    fid: BidFid.parse(fid),
    name: fid,
    type: '8xa100',
    region: 'eu',
    volumeRegions: [],
    state: 'open',
    limit: cents(1150),
    quantity: 2,
    running: 0,
    idleSince: null,
    machinesRead: false,
    isBusy: false,
    ...more,
  };
}

export function madeView(now: number, bids: readonly RuleBid[], more: Partial<RuleView> = {}): RuleView {
  return {
    now,
    bids: new Map(bids.map((one) => [one.fid, one])),
    matches: (filter, { name }) => name.includes(filter),
    read: readAtOnce(now),
    pauseSet: () => null,
    band: () => null,
    spentToday: () => null,
    ...more,
  };
}

/** A band in which each of some prices was the upper bound for as long as the others, the last one until now. */
export function madeBand(now: number, ms: number, prices: readonly number[]): PriceBand {
  const from = (n: number): number => now - ms + (ms * n) / prices.length;
  return {
    type: '8xa100',
    region: 'eu',
    sign: '$',
    bids: prices.length,
    seenAt: now,
    short: [],
    slots: prices.map((price, n) => ({
      from: from(n),
      to: from(n + 1),
      waits: null,
      high: cents(price).micros,
    })),
  };
}

export const RELEASED: RuleRecord = {
  memory: null,
  released: true,
  sentAt: [],
  raised: new Set(),
  open: [],
  troubles: [],
};
