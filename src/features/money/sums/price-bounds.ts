import { HOUR_MS } from '../../../lib/duration.ts';
import type { BidTraits, Interval } from './bid-step.ts';
import type { BidTime } from './bid-times.ts';
import { createLevels } from './price-levels.ts';

/** Bounds of a spot price over a time, in micros: it was above `low`, and at most `high`. Null where no bid says. */
export type PriceSlot = Interval & { readonly low: bigint | null; readonly high: bigint | null };

/**
 * A bid that was open or preempting without being a bound, and why: `below-it` is filled at this price or a lower one, so capacity was
 * short; or never since `CAPACITY_MS` have so many instances been seen at once as it and those before it ask for.
 */
export type Unbound = {
  readonly traits: BidTraits;
  readonly limit: bigint;
  readonly reason: 'filled-below' | 'capacity-not-seen';
  readonly time: Interval;
};

export type PriceBounds = { readonly slots: readonly PriceSlot[]; readonly unbound: readonly Unbound[] };

/** How long instances that ran at once count as capacity of a type in a region, in milliseconds. */
export const CAPACITY_MS = HOUR_MS;

/** Returns the bounds that bids of one type, region and currency give over time. */
export function priceBounds(times: readonly BidTime[]): PriceBounds {
  const slots: PriceSlot[] = [];
  const unbound = new Map<string, Unbound>();
  const capacity = recentMost(CAPACITY_MS);
  const levels = createLevels();
  const lasting = times.filter(({ from, to }) => to > from);
  const starts = lasting.toSorted((a, b) => a.from - b.from);
  const ends = lasting.toSorted((a, b) => a.to - b.to);
  let [started, ended] = [0, 0];
  let from = starts[0]?.from ?? 0;
  while (ended < ends.length) {
    const to = Math.min(starts[started]?.from ?? Number.POSITIVE_INFINITY, ends[ended]?.to ?? Number.POSITIVE_INFINITY);
    if (to > from) {
      const bounds = levels.bounds(capacity(from, to, levels.running()), { from, to });
      const last = slots.at(-1);
      if (last !== undefined && last.to === from && last.low === bounds.low && last.high === bounds.high)
        slots[slots.length - 1] = { ...last, to };
      else if (bounds.low !== null || bounds.high !== null) slots.push({ from, to, ...bounds });
    }
    from = to;
    for (let one = ends[ended]; one !== undefined && one.to <= to; one = ends[++ended]) {
      const note = levels.remove(one);
      if (note !== null) unbound.set(one.traits.bid, unboundOf(one, note, unbound.get(one.traits.bid)));
    }
    for (let one = starts[started]; one !== undefined && one.from <= to; one = starts[++started]) levels.add(one);
  }
  return { slots, unbound: [...unbound.values()] };
}

/** Returns how a bid was no bound, from when on it was not for the same reason. */
function unboundOf(
  { traits, limit }: BidTime,
  { reason, from, to }: Pick<Unbound, 'reason'> & Interval,
  before: Unbound | undefined,
): Unbound {
  const goesOn = before?.limit === limit && before.reason === reason && before.time.to === from;
  return { traits, limit, reason, time: { from: goesOn ? before.time.from : from, to } };
}

/** Returns a function that takes a number for each time and returns the largest of those that ended at most `lengthMs` before. */
function recentMost(lengthMs: number): (from: number, to: number, value: number) => number {
  const most: { to: number; value: number }[] = [];
  return (from, to, value) => {
    while (most[0] !== undefined && most[0].to < from - lengthMs) most.shift();
    while ((most.at(-1)?.value ?? Number.POSITIVE_INFINITY) <= value) most.pop();
    most.push({ to, value });
    return most[0]?.value ?? 0;
  };
}
