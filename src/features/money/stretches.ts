import { firstWhere, type Interval } from '../../lib/intervals.ts';
import type { Part } from '../../lib/sum.ts';
import type { BidStep } from './bid-record.ts';

export type Rate = { readonly sign: string; readonly micros: bigint };

/** Cost an hour for each currency, and the most instances in none. */
export type Highest = { readonly rates: readonly Rate[]; readonly unpriced: number };

/** The dearest of some standings, for a number of instances of each. */
export function highestOf(
  steps: readonly BidStep[],
  instances: (step: BidStep) => Pick<Part<BidStep>, 'count' | 'atLeast'>,
): Highest {
  const highest = new Map<string, bigint>();
  let unpriced = 0;
  for (const step of steps) {
    const { limit } = step;
    const { count, atLeast = 0 } = instances(step);
    if (count === 0) continue;
    // At least one of an unknown number is missing.
    if (limit === null || count === null) unpriced = Math.max(unpriced, count ?? atLeast, 1);
    if (limit === null) continue;
    const rate = limit.micros * BigInt(count ?? atLeast);
    if (rate > (highest.get(limit.sign) ?? 0n)) highest.set(limit.sign, rate);
  }
  return { rates: [...highest].map(([sign, micros]) => ({ sign, micros })), unpriced };
}

type Stretch = Interval & { readonly steps: readonly BidStep[] };

/**
 * The last stretch has no end. A standing is possible from the end of the time before it until the list with the next
 * one: between two lists both are, and the higher cost counts.
 */
function stretchesOf(steps: readonly BidStep[]): readonly Stretch[] {
  let latest = Number.NEGATIVE_INFINITY;
  // A standing begins after the one before it, whatever another console had seen until then.
  const starts = steps.map(({ since }) => {
    latest = Math.max(latest, since);
    return latest;
  });
  const edges = [...new Set([...starts, ...steps.slice(1).map(({ at }) => at)])].sort((a, b) => a - b);
  let first = 0;
  let end = 0;
  return edges.map((from, n): Stretch => {
    while (end < steps.length && (starts[end] ?? from) <= from) end += 1;
    while (first + 1 < end && (steps[first + 1]?.at ?? from) <= from) first += 1;
    return { from, to: edges[n + 1] ?? Number.POSITIVE_INFINITY, steps: steps.slice(first, end) };
  });
}

export const stretchesIn = (steps: readonly BidStep[], time: Interval): readonly Stretch[] =>
  stretchesOf(possibleIn(steps, time))
    .filter(({ from, to }) => to > time.from && from < time.to)
    .map((one) => ({ ...one, from: Math.max(one.from, time.from), to: Math.min(one.to, time.to) }));

export function possibleIn(steps: readonly BidStep[], { from, to }: Interval): readonly BidStep[] {
  const first = Math.max(0, firstWhere(steps, ({ at }) => at > from) - 1);
  let after = first;
  while ((steps[after]?.since ?? to) < to) after += 1;
  return steps.slice(first, after);
}
