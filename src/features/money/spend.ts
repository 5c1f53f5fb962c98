import { firstWhere } from '../../lib/first-where.ts';
import { gapsIn, type Interval, observedClock, within } from '../../lib/intervals.ts';
import type { Work } from '../../lib/work.ts';
import type { BidRecord, BidStep, BidTraits } from './bid-record.ts';
import { type Cost, type Rate, sumCosts } from './cost.ts';

/** What some rates come to over a number of milliseconds. This is the one place where a price becomes an amount over time. */
const costOfTime = (rates: readonly Rate[], ms: number): readonly Cost[] =>
  rates.map(({ sign, micros }) => ({ sign, microMs: micros * BigInt(ms) }));

/**
 * A time over which the same standings of a bid are possible: the highest cost an hour that any of them has, for each currency,
 * and the most running instances, with and without a price that can be read. `filled` is the same if a bid that wants instances has all.
 */
type Stretch = Interval & {
  readonly rates: readonly Rate[];
  readonly filled: readonly Rate[];
  readonly running: number;
  readonly unpriced: number;
};

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
    rates: highestRates(steps, ({ running }) => running),
    filled: highestRates(steps, ({ state, quantity, running }) =>
      state === 'paused' || state === 'ended' ? running : Math.max(quantity, running),
    ),
    running: Math.max(0, ...steps.map(({ running }) => running)),
    unpriced: Math.max(0, ...steps.map(({ limit, running }) => (limit === null ? running : 0))),
  };
}

/** The highest cost an hour of some standings for a number of instances of each, for each currency. */
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

/** Most steps of a bid that are looked at together. */
const MOST_STEPS = 200;
/** What a bid and its steps count for in work in parts, where one row that is read is one, and how much is done in one part. */
const UNITS_OF_BID = 0.2;
const UNITS_OF_STEP = 1;
const MOST_UNITS = 10;

const stepsIn = (steps: readonly BidStep[], { from, to }: Interval): number => {
  const first = firstWhere(steps, ({ at }) => at > from);
  return firstWhere(steps, ({ at }) => at >= to, first) - first;
};

/** A time in parts in each of which a bid has few steps. */
function partsOf(steps: readonly BidStep[], time: Interval): readonly Interval[] {
  const parts: Interval[] = [];
  let { from } = time;
  const end = firstWhere(steps, ({ at }) => at >= time.to);
  for (let n = firstWhere(steps, ({ at }) => at > from) + MOST_STEPS; n < end; n += MOST_STEPS) {
    const to = steps[n]?.at ?? time.to;
    parts.push({ from, to });
    from = to;
  }
  return [...parts, { from, to: time.to }];
}

/**
 * What was running at most over some observed time: limit price times running instances. `runningMs` counts each instance, `unpricedMs`
 * those without a price that can be read, which no cost has.
 */
export type RunningCost = { readonly costs: readonly Cost[]; readonly runningMs: number; readonly unpricedMs: number };

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

/** A time that nobody observed, and what the bids known around it can have cost in it at most. */
export type Gap = { readonly time: Interval; readonly most: readonly Cost[] };

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
  for (const { from, to, rates, running, unpriced } of stretchesIn(steps, time)) {
    if (running === 0) continue;
    const ms = observedIn(observed, { from: Math.max(from, time.from), to: Math.min(to, time.to) });
    if (ms <= 0) continue;
    runningMs += ms * running;
    unpricedMs += ms * unpriced;
    costs.push(...costOfTime(rates, ms));
  }
  return { costs: sumCosts(costs), runningMs, unpricedMs };
}

/**
 * What rates that no bid had come to over the observed part of a time. It is an estimate: what a rule has saved did not run, so
 * nothing that ran says what it would have cost.
 */
export const estimateOver = (rates: readonly Rate[], observed: readonly Interval[], time: Interval): readonly Cost[] =>
  costOfTime(rates, Math.max(0, observedIn(observed, time)));

/** What a bid can have cost at most in a time that nobody observed: the dearest of its possible standings, filled. */
const mostIn = (steps: readonly BidStep[], time: Interval): readonly Cost[] =>
  stretchesIn(steps, time).flatMap(({ from, to, filled }) =>
    costOfTime(filled, Math.min(to, time.to) - Math.max(from, time.from)),
  );

/** What a project's bids cost at most over a time, in parts. Bids without running instances are left out. */
export function* projectSpend({ project, bids, observed }: BidRecord, time: Interval): Work<ProjectSpend> {
  const unobserved = gapsIn(observed, time);
  const first = firstRead({ observed });
  const known = first === null ? [] : within(unobserved, { from: first, to: time.to });
  const spends: BidSpend[] = [];
  let units = 0;
  for (const { traits, steps } of bids) {
    const measured: RunningCost[] = [];
    for (const part of partsOf(steps, time)) {
      measured.push(spendOfSteps(steps, observed, part));
      if (measured.length > 1) yield MOST_STEPS;
    }
    const whole = sumMeasured(measured);
    if (whole.runningMs > 0) spends.push({ ...whole, traits, project });
    units += UNITS_OF_BID + Math.min(MOST_STEPS, stepsIn(steps, time)) * UNITS_OF_STEP;
    if (units < MOST_UNITS) continue;
    yield units;
    units = 0;
  }
  yield units;
  const gaps: Gap[] = [];
  for (const gap of known) {
    const most: Cost[] = [];
    for (const [n, { steps }] of bids.entries()) {
      most.push(...mostIn(steps, gap));
      if (n % MOST_STEPS === MOST_STEPS - 1) yield MOST_STEPS * UNITS_OF_BID;
    }
    gaps.push({ time: gap, most: sumCosts(most) });
  }
  return { project, unobserved, bids: spends, gaps };
}
