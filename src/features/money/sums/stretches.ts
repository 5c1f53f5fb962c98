import type { BidStep, Interval } from './bid-step.ts';
import type { Rate } from './cost.ts';

/**
 * A time over which the same standings of a bid are possible: the highest cost an hour that any of them has, for each currency,
 * and the most running instances, with and without a price that can be read. `filled` is the same if a bid that wants instances has all.
 */
export type Stretch = Interval & {
  readonly rates: readonly Rate[];
  readonly filled: readonly Rate[];
  readonly running: number;
  readonly unpriced: number;
};

const known = new WeakMap<readonly BidStep[], readonly Stretch[]>();

/**
 * Returns the stretches of a bid in order; the last one has no end. A standing is possible from the time after which it began until
 * the list that showed the next one, so that two standings are possible between two lists: the higher cost counts.
 */
function stretchesOf(steps: readonly BidStep[]): readonly Stretch[] {
  const before = known.get(steps);
  if (before !== undefined) return before;
  const stretches = made(steps);
  known.set(steps, stretches);
  return stretches;
}

function made(steps: readonly BidStep[]): readonly Stretch[] {
  let latest = Number.NEGATIVE_INFINITY;
  // A standing begins after the one before it, whatever another console had seen until then.
  const starts = steps.map(({ since }) => {
    latest = Math.max(latest, since);
    return latest;
  });
  const edges = [...new Set([...starts, ...steps.slice(1).map(({ at }) => at)])].sort((a, b) => a - b);
  let first = 0;
  let end = 0;
  return edges.flatMap((from, n): readonly Stretch[] => {
    while (end < steps.length && (starts[end] ?? from) <= from) end += 1;
    while (first + 1 < end && (steps[first + 1]?.at ?? from) <= from) first += 1;
    return [{ from, to: edges[n + 1] ?? Number.POSITIVE_INFINITY, ...most(steps.slice(first, end)) }];
  });
}

function most(steps: readonly BidStep[]): Omit<Stretch, keyof Interval> {
  return {
    rates: highestRates(steps, ({ running }) => running),
    filled: highestRates(steps, ({ state, quantity, running }) =>
      state === 'paused' || state === 'ended' ? running : Math.max(quantity, running),
    ),
    running: Math.max(0, ...steps.map(({ running }) => running)),
    unpriced: Math.max(0, ...steps.map(({ limit, running }) => (limit === null ? running : 0))),
  };
}

/** Returns the highest cost an hour of some standings for a number of instances of each, for each currency. */
export function highestRates(steps: readonly BidStep[], instances: (step: BidStep) => number): readonly Rate[] {
  const highest = new Map<string, bigint>();
  for (const step of steps) {
    if (step.limit === null) continue;
    const { sign, micros } = step.limit;
    const rate = micros * BigInt(instances(step));
    if (rate > (highest.get(sign) ?? 0n)) highest.set(sign, rate);
  }
  return [...highest].map(([sign, micros]) => ({ sign, micros }));
}

/** Returns the stretches that lie in a time or reach into it. */
export function stretchesIn(steps: readonly BidStep[], { from, to }: Interval): readonly Stretch[] {
  const all = stretchesOf(steps);
  const first = firstWhere(all, (stretch) => stretch.to > from);
  return all.slice(
    first,
    firstWhere(all, (stretch) => stretch.from >= to),
  );
}

/** Returns the standings that are possible within a time. */
export function possibleIn(steps: readonly BidStep[], { from, to }: Interval): readonly BidStep[] {
  const first = Math.max(0, firstWhere(steps, ({ at }) => at > from) - 1);
  const after = steps.findIndex(({ since }, n) => n >= first && since >= to);
  return steps.slice(first, after < 0 ? steps.length : after);
}

/** Returns the index of the first item in order that meets a condition, which all after it meet too; the length when none does. */
function firstWhere<Item>(items: readonly Item[], meets: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item === undefined || meets(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
