import { HOUR_MS } from '../lib/duration.ts';
import { formatMoney, type Money } from '../lib/money.ts';
import type { BidRecord, BidStep, BidTraits, Interval } from './bid-step.ts';
import { gapsIn, observedClock } from './observed-time.ts';
import { firstWhere, highestRates, possibleIn, stretchesOf } from './stretches.ts';

/** An exact cost of one currency: millionths of a price per hour times milliseconds. */
export type Cost = { readonly sign: string; readonly microMs: bigint };

/**
 * What a bid cost at most over some observed time: limit price times running instances. `runningMs` counts each instance, `unpricedMs`
 * those without a price that can be read, which no cost has.
 */
export type BidSpend = {
  readonly traits: BidTraits;
  readonly project: string;
  readonly costs: readonly Cost[];
  readonly runningMs: number;
  readonly unpricedMs: number;
};

const HOUR = BigInt(HOUR_MS);

/** Returns a cost as an amount, rounded up to a millionth: it is an upper bound. */
export function moneyOf({ sign, microMs }: Cost): Money {
  const money = { sign, micros: (microMs + HOUR - 1n) / HOUR, text: '' };
  return { ...money, text: formatMoney(money) };
}

/** Returns one sum for each currency, in the order of first appearance. */
export function sumCosts(costs: Iterable<Cost>): readonly Cost[] {
  const sums = new Map<string, bigint>();
  for (const { sign, microMs } of costs) sums.set(sign, (sums.get(sign) ?? 0n) + microMs);
  return [...sums].map(([sign, microMs]) => ({ sign, microMs }));
}

/** Returns what each bid of a record cost at most over the observed part of a time. Bids without running instances are left out. */
export function spendOf({ project, bids, observed }: BidRecord, time: Interval): readonly BidSpend[] {
  const observedMs = observedClock(observed);
  return bids.flatMap(({ traits, steps }): readonly BidSpend[] => {
    const costs = new Map<string, bigint>();
    let runningMs = 0;
    let unpricedMs = 0;
    const stretches = stretchesOf(steps);
    for (let n = firstWhere(stretches, ({ to }) => to > time.from); n < stretches.length; n += 1) {
      const stretch = stretches[n];
      if (stretch === undefined || stretch.from >= time.to) break;
      if (stretch.running === 0) continue;
      const ms = observedMs(Math.min(stretch.to, time.to)) - observedMs(Math.max(stretch.from, time.from));
      if (ms <= 0) continue;
      runningMs += ms * stretch.running;
      unpricedMs += ms * stretch.unpriced;
      for (const { sign, micros } of stretch.rates) costs.set(sign, (costs.get(sign) ?? 0n) + micros * BigInt(ms));
    }
    if (runningMs === 0) return [];
    return [
      { traits, project, costs: [...costs].map(([sign, microMs]) => ({ sign, microMs })), runningMs, unpricedMs },
    ];
  });
}

/** A time that nobody observed, and what the bids known around it can have cost in it at most. */
export type Gap = { readonly time: Interval; readonly most: readonly Cost[] };

/** Returns the unobserved parts of a time. Before the first look nothing is known, so that is no gap. */
export function gapsOf({ bids, observed }: BidRecord, { from, to }: Interval): readonly Gap[] {
  const [first] = observed;
  if (first === undefined) return [];
  const within = { from: Math.max(from, first.from), to };
  return gapsIn(observed, within).map((time) => ({
    time,
    most: sumCosts(bids.flatMap(({ steps }) => mostIn(steps, time))),
  }));
}

/** Returns what a bid can have cost at most in a time: the dearest of its standings before, in and after it, if it was filled. */
function mostIn(steps: readonly BidStep[], time: Interval): readonly Cost[] {
  const rates = highestRates(possibleIn(steps, time), ({ state, quantity, running }) =>
    state === 'paused' || state === 'ended' ? running : Math.max(quantity, running),
  );
  const ms = BigInt(time.to - time.from);
  return rates.map(({ sign, micros }) => ({ sign, microMs: micros * ms }));
}
