import type { BidRecord } from '../../../src/features/money/bid-record.ts';
import type { PriceBand } from '../../../src/features/money/price.ts';
import { priceBandsOf } from '../../../src/features/money/prices/bands.ts';
import type { Interval } from '../../../src/lib/intervals.ts';
import { START } from '../../market/world.ts';
import { type Scenario, type TruePrice, type Truth, watchedMarket } from './watched-market.ts';

export type Judgement = {
  /** Parts of the time with a bound in which the true price lies inside, and at or below the upper bound if there is one. */
  readonly inside: number;
  readonly belowHigh: number;
  /** Part of the observed time with a bound. */
  readonly seen: number;
  /** Part of the observed time with both bounds, and the mean distance between them, as a part of the true price. */
  readonly both: number;
  readonly width: number;
};

/** A true price with each time in which it held, within a time. */
function pricesIn(prices: readonly TruePrice[], { from, to }: Interval) {
  return prices.flatMap(({ at, price }, n) => {
    const part = { from: Math.max(at, from), to: Math.min(prices[n + 1]?.at ?? to, to), price };
    return part.to > part.from ? [part] : [];
  });
}

/** Compares bands with the true prices at every moment. */
export function judged(scenarios: readonly Scenario[]): Judgement {
  let [observedMs, seenMs, insideMs, belowHighMs, bothMs, width] = [0, 0, 0, 0, 0, 0];
  for (const scenario of scenarios) {
    const { record, truth, end } = watchedMarket(scenario);
    observedMs += record.observed.reduce((sum, { from, to }) => sum + to - from, 0) * truth.size;
    for (const { type, slots } of priceBandsOf([record], { from: START, to: end })) {
      const prices = pricesIn(truth.get(type) ?? [], { from: START, to: end });
      let first = 0;
      for (const { from, to, low, high } of slots) {
        while ((prices[first]?.to ?? end) <= from) first += 1;
        for (let n = first; (prices[n]?.from ?? end) < to; n++) {
          const { price, ...held } = prices[n] ?? { price: 0n, from, to };
          const ms = Math.min(held.to, to) - Math.max(held.from, from);
          seenMs += ms;
          const isBelowHigh = high === null || price <= high;
          if (isBelowHigh) belowHighMs += ms;
          if (isBelowHigh && (low === null || low < price)) insideMs += ms;
          if (low === null || high === null) continue;
          bothMs += ms;
          width += (ms * Number(high - low)) / Number(price);
        }
      }
    }
  }
  return {
    inside: insideMs / seenMs,
    belowHigh: belowHighMs / seenMs,
    seen: seenMs / observedMs,
    both: bothMs / observedMs,
    width: width / bothMs,
  };
}

/** The part of a time in which a limit price was at or above the true price. */
export function trueShare(truth: Truth, type: string, limit: bigint, time: Interval): number {
  const held = pricesIn(truth.get(type) ?? [], time).filter(({ price }) => price <= limit);
  return held.reduce((sum, { from, to }) => sum + to - from, 0) / (time.to - time.from);
}

/** The bands of a record up to a time. */
export const bandsUntil = (record: BidRecord, to: number): readonly PriceBand[] =>
  priceBandsOf([record], { from: START, to });

export const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;
export const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
