import { firstWhere, gapsIn, type Interval, observedClock, within } from '../../lib/intervals.ts';
import type { Part } from '../../lib/sum.ts';
import { filledInstances } from '../../resources/bids/exposure.ts';
import { type BidRecord, type BidStep, type BidTraits, chargedOf } from './bid-record.ts';
import { type Cost, type Rate, sumCosts } from './cost.ts';

/** What some rates come to over a number of milliseconds. This is the one place where a price becomes an amount over time. */
const costOfTime = (rates: readonly Rate[], ms: number): readonly Cost[] =>
  rates.map(({ sign, micros }) => ({ sign, microMs: micros * BigInt(ms) }));

/** The highest cost an hour, for each currency, and the most instances that are in no cost, because a price or number can't be read. */
export type Highest = { readonly rates: readonly Rate[]; readonly unpriced: number };

/**
 * A time over which the same standings of a bid are possible: the highest cost an hour that any of them has of what may be charged, and the
 * most of these instances. `filled` is the same if a bid that wants instances has all.
 */
type Stretch = Interval & Highest & { readonly filled: Highest; readonly charged: number };

/**
 * The stretches of some steps in order; the last one has no end. A standing is possible from the time after which it began until
 * the list that showed the next one, so that two standings are possible between two lists: the higher cost counts.
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
  return edges.flatMap((from, n): readonly Stretch[] => {
    while (end < steps.length && (starts[end] ?? from) <= from) end += 1;
    while (first + 1 < end && (steps[first + 1]?.at ?? from) <= from) first += 1;
    return [{ from, to: edges[n + 1] ?? Number.POSITIVE_INFINITY, ...most(steps.slice(first, end)) }];
  });
}

function most(steps: readonly BidStep[]): Omit<Stretch, keyof Interval> {
  return {
    ...highestOf(steps, (step) => ({ count: chargedOf(step) })),
    filled: highestOf(steps, (step) => {
      const { state, quantity } = step;
      const charged = chargedOf(step);
      if (state === 'paused' || state === 'ended') return { count: charged };
      return filledInstances(quantity, charged);
    }),
    charged: Math.max(0, ...steps.map(chargedOf)),
  };
}

/** What some standings cost an hour at most for a number of instances of each. */
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
    // Of an unknown number at least one is missing.
    if (limit === null || count === null) unpriced = Math.max(unpriced, count ?? atLeast, 1);
    if (limit === null) continue;
    const rate = limit.micros * BigInt(count ?? atLeast);
    if (rate > (highest.get(limit.sign) ?? 0n)) highest.set(limit.sign, rate);
  }
  return { rates: [...highest].map(([sign, micros]) => ({ sign, micros })), unpriced };
}

/** The stretches that lie in a time or reach into it. Within it they are those of all steps, for a standing before it is over by then. */
const stretchesIn = (steps: readonly BidStep[], { from, to }: Interval): readonly Stretch[] =>
  stretchesOf(possibleIn(steps, { from, to })).filter((stretch) => stretch.to > from && stretch.from < to);

/** The standings that are possible within a time. */
export function possibleIn(steps: readonly BidStep[], { from, to }: Interval): readonly BidStep[] {
  const first = Math.max(0, firstWhere(steps, ({ at }) => at > from) - 1);
  let after = first;
  while ((steps[after]?.since ?? to) < to) after += 1;
  return steps.slice(first, after);
}

/**
 * What ran at most over some observed time: limit price times the instances that may be charged. `runningMs` counts each of them,
 * `unpricedMs` those without a price that can be read: while it is not 0, `costs` are at least what it cost.
 */
export type RunningCost = Estimate & { readonly runningMs: number };

/** Costs, and the milliseconds of instances without a price that can be read, which are in none. */
export type Estimate = { readonly costs: readonly Cost[]; readonly unpricedMs: number };

/** The sum of several costs and running times. */
export function sumMeasured(all: readonly RunningCost[]): RunningCost {
  const [first] = all;
  if (first !== undefined && all.length === 1) {
    const { costs, runningMs, unpricedMs } = first;
    return { costs, runningMs, unpricedMs };
  }
  return {
    costs: sumCosts(all.flatMap(({ costs }) => costs)),
    runningMs: all.reduce((sum, { runningMs }) => sum + runningMs, 0),
    unpricedMs: all.reduce((sum, { unpricedMs }) => sum + unpricedMs, 0),
  };
}

/** What a bid cost at most over some observed time. */
export type BidSpend = RunningCost & { readonly traits: BidTraits; readonly project: string };

/**
 * A time that nobody observed, and what the bids known around it can have cost in it at most; while `unpricedMs` is not 0, that is at least
 * this much.
 */
export type Gap = { readonly time: Interval; readonly most: readonly Cost[]; readonly unpricedMs: number };

/**
 * What a project's bids cost at most over the observed part of a time. `unobserved` is the rest of the time. The part of it after the
 * first look at the project is in gaps; of what was before nothing is known.
 */
export type ProjectSpend = {
  readonly project: string;
  readonly bids: readonly BidSpend[];
  readonly unobserved: readonly Interval[];
  readonly gaps: readonly Gap[];
};

/** When somebody first looked at a project, in milliseconds since 1970; null when nobody did. */
export const firstRead = ({ observed }: Pick<BidRecord, 'observed'>): number | null => observed[0]?.from ?? null;

/** The observed milliseconds between two times. */
const observedIn = (observed: readonly Interval[], { from, to }: Interval): number =>
  observedClock(observed)(to) - observedClock(observed)(from);

/** What the steps of a bid cost at most over the observed part of a time. */
export function spendOfSteps(steps: readonly BidStep[], observed: readonly Interval[], time: Interval): RunningCost {
  const costs: Cost[] = [];
  let [runningMs, unpricedMs] = [0, 0];
  for (const { from, to, rates, charged, unpriced } of stretchesIn(steps, time)) {
    if (charged === 0) continue;
    const ms = observedIn(observed, { from: Math.max(from, time.from), to: Math.min(to, time.to) });
    if (ms <= 0) continue;
    runningMs += ms * charged;
    unpricedMs += ms * unpriced;
    costs.push(...costOfTime(rates, ms));
  }
  return { costs: sumCosts(costs), runningMs, unpricedMs };
}

/**
 * What rates that no bid had come to over the observed part of a time. It is an estimate: what a rule has saved did not run, so
 * nothing that ran says what it would have cost.
 */
export function estimateOver({ rates, unpriced }: Highest, observed: readonly Interval[], time: Interval): Estimate {
  const ms = Math.max(0, observedIn(observed, time));
  return { costs: costOfTime(rates, ms), unpricedMs: ms * unpriced };
}

/** What a bid can have cost at most in a time that nobody observed: the dearest of its possible standings, filled. */
function mostIn(steps: readonly BidStep[], time: Interval): Pick<Gap, 'most' | 'unpricedMs'> {
  const most: Cost[] = [];
  let unpricedMs = 0;
  for (const { from, to, filled } of stretchesIn(steps, time)) {
    const ms = Math.min(to, time.to) - Math.max(from, time.from);
    most.push(...costOfTime(filled.rates, ms));
    unpricedMs += ms * filled.unpriced;
  }
  return { most, unpricedMs };
}

/** What a project's bids cost at most over a time. Bids without running instances are left out. */
export function projectSpend({ project, bids, observed }: BidRecord, time: Interval): ProjectSpend {
  const unobserved = gapsIn(observed, time);
  const first = firstRead({ observed });
  const known = first === null ? [] : within(unobserved, { from: first, to: time.to });
  const spends = bids.flatMap(({ traits, steps }): BidSpend | readonly [] => {
    const spend = spendOfSteps(steps, observed, time);
    return spend.runningMs > 0 ? { ...spend, traits, project } : [];
  });
  const gaps = known.map((gap): Gap => {
    const most = bids.map(({ steps }) => mostIn(steps, gap));
    return {
      time: gap,
      most: sumCosts(most.flatMap((own) => own.most)),
      unpricedMs: most.reduce((sum, { unpricedMs }) => sum + unpricedMs, 0),
    };
  });
  return { project, unobserved, bids: spends, gaps };
}
