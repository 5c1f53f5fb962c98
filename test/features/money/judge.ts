import type { BidRecord } from '../../../src/features/money/bid-record.ts';
import type { PriceBand } from '../../../src/features/money/price.ts';
import { priceBandsOf } from '../../../src/features/money/prices/bands.ts';
import type { Interval } from '../../../src/lib/intervals.ts';
import { START } from '../../market/world.ts';
import { type Scenario, type TruePrice, type Truth, watchedMarket } from './watched-market.ts';

export type Judgement = {
  /** Part of the time with a bid in which the true price was in what is said of it. */
  readonly inside: number;
  /** Part of the observed time in which something is said, and its mean distance above the true price, as a part of that. */
  readonly known: number;
  readonly above: number;
  /** Part of the time with a bid that waits below the bound in which it was at or above the true price: for capacity. */
  readonly short: number;
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
  let [observedMs, seenMs, insideMs, knownMs, above, waitsMs, shortMs] = [0, 0, 0, 0, 0, 0, 0];
  for (const scenario of scenarios) {
    const { record, truth, end } = watchedMarket(scenario);
    observedMs += record.observed.reduce((sum, { from, to }) => sum + to - from, 0) * truth.size;
    for (const { type, slots } of priceBandsOf([record], { from: START, to: end })) {
      const prices = pricesIn(truth.get(type) ?? [], { from: START, to: end });
      let first = 0;
      for (const { from, to, waits, high } of slots) {
        while ((prices[first]?.to ?? end) <= from) first += 1;
        for (let n = first; (prices[n]?.from ?? end) < to; n++) {
          const { price, ...held } = prices[n] ?? { price: 0n, from, to };
          const ms = Math.min(held.to, to) - Math.max(held.from, from);
          seenMs += ms;
          if (high === null || price <= high) insideMs += ms;
          if (high !== null) {
            knownMs += ms;
            above += (ms * Number(high - price)) / Number(price);
          }
          if (waits === null) continue;
          waitsMs += ms;
          if (price <= waits) shortMs += ms;
        }
      }
    }
  }
  return { inside: insideMs / seenMs, known: knownMs / observedMs, above: above / knownMs, short: shortMs / waitsMs };
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
