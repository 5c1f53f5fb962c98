import { HOUR_MS } from '../lib/duration.ts';
import type { BidTraits, Interval } from './bid-step.ts';
import type { BidTime } from './bid-times.ts';

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
  /** Bids that take or want capacity, the highest limit price first. */
  const standing: BidTime[] = [];
  const starts = [...times].sort((a, b) => a.from - b.from);
  const ends = [...times].sort((a, b) => a.to - b.to);
  let [started, ended] = [0, 0];
  let from = starts[0]?.from ?? 0;
  while (ended < ends.length) {
    const to = Math.min(starts[started]?.from ?? Number.POSITIVE_INFINITY, ends[ended]?.to ?? Number.POSITIVE_INFINITY);
    if (to > from) {
      const held = standing.reduce((sum, one) => sum + (one.state === 'allocated' ? one.running : 0), 0);
      const bounds = boundsOf(standing, capacity(from, to, held), { from, to }, unbound);
      const last = slots.at(-1);
      if (last !== undefined && last.to === from && last.low === bounds.low && last.high === bounds.high)
        slots[slots.length - 1] = { ...last, to };
      else if (bounds.low !== null || bounds.high !== null) slots.push({ from, to, ...bounds });
    }
    from = to;
    for (let one = ends[ended]; one !== undefined && one.to <= to; one = ends[++ended]) {
      const index = standing.indexOf(one);
      if (index >= 0) standing.splice(index, 1);
    }
    for (let one = starts[started]; one !== undefined && one.from <= to; one = starts[++started])
      if (one.to > one.from) insert(standing, one);
    if (to === Number.POSITIVE_INFINITY) break;
  }
  return { slots, unbound: [...unbound.values()] };
}

function insert(standing: BidTime[], one: BidTime): void {
  const index = standing.findIndex(({ limit }) => limit < one.limit);
  standing.splice(index < 0 ? standing.length : index, 0, one);
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

/** Capacity that a bid takes whatever its limit price is: it can't be given to another one yet. */
const takesCapacity = ({ state }: BidTime): boolean => state !== 'open';

function boundsOf(
  standing: readonly BidTime[],
  capacity: number,
  time: Interval,
  unbound: Map<string, Unbound>,
): Pick<PriceSlot, 'low' | 'high'> {
  let high: bigint | null = null;
  let taken = 0;
  for (const one of standing) {
    if (one.state === 'allocated') high = one.limit;
    if (takesCapacity(one)) taken += one.quantity;
  }
  let low: bigint | null = null;
  let before = 0;
  let takenBefore = 0;
  for (let n = 0; n < standing.length && low === null; ) {
    const limit = standing[n]?.limit ?? 0n;
    let end = n;
    // Which of two bids of the same limit price comes first is not known: each counts for the other.
    for (let one = standing[end]; one !== undefined && one.limit === limit; one = standing[++end]) {
      before += one.quantity;
      if (takesCapacity(one)) takenBefore += one.quantity;
    }
    for (const one of standing.slice(n, end)) {
      if (one.state !== 'open' && one.state !== 'preempting') continue;
      const wanted = before + (one.state === 'open' ? taken - takenBefore : 0);
      if (high !== null && limit >= high) note(unbound, one, 'filled-below', time);
      else if (wanted > capacity) note(unbound, one, 'capacity-not-seen', time);
      else low = limit;
    }
    n = end;
  }
  return { low, high };
}

function note(
  unbound: Map<string, Unbound>,
  { traits, limit }: BidTime,
  reason: Unbound['reason'],
  time: Interval,
): void {
  const known = unbound.get(traits.bid);
  const goes = known !== undefined && known.limit === limit && known.reason === reason && known.time.to === time.from;
  unbound.set(traits.bid, { traits, limit, reason, time: goes ? { ...known.time, to: time.to } : time });
}
