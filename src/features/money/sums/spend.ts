import type { BidRecord, BidStep, BidTraits, Interval } from './bid-step.ts';
import { type Cost, type Rate, sumCosts } from './cost.ts';
import { gapsIn, observedClock, within } from './observed-time.ts';
import { costOfTime } from './priced-time.ts';
import { stretchesIn } from './stretches.ts';

/**
 * What was running at most over some observed time: limit price times running instances. `runningMs` counts each instance, `unpricedMs`
 * those without a price that can be read, which no cost has.
 */
export type Measured = { readonly costs: readonly Cost[]; readonly runningMs: number; readonly unpricedMs: number };

/** What a bid cost at most over some observed time. */
export type BidSpend = Measured & { readonly traits: BidTraits; readonly project: string };

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

/** Returns when somebody first looked at a project, in milliseconds since 1970; null when nobody did. */
export const firstLook = ({ observed }: Pick<BidRecord, 'observed'>): number | null => observed[0]?.from ?? null;

/** Returns the observed milliseconds between two times. */
const observedIn = (observed: readonly Interval[], { from, to }: Interval): number =>
  observedClock(observed)(to) - observedClock(observed)(from);

/** Returns what the steps of a bid cost at most over the observed part of a time. */
export function spendOfSteps(steps: readonly BidStep[], observed: readonly Interval[], time: Interval): Measured {
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
 * Returns what rates that no bid had come to over the observed part of a time. It is an estimate: what a rule has saved did not run, so
 * nothing that ran says what it would have cost.
 */
export const estimateOver = (rates: readonly Rate[], observed: readonly Interval[], time: Interval): readonly Cost[] =>
  costOfTime(rates, Math.max(0, observedIn(observed, time)));

/** Returns what a bid can have cost at most in a time that nobody observed: the dearest of its possible standings, filled. */
const mostIn = (steps: readonly BidStep[], time: Interval): readonly Cost[] =>
  stretchesIn(steps, time).flatMap(({ from, to, filled }) =>
    costOfTime(filled, Math.min(to, time.to) - Math.max(from, time.from)),
  );

/** Returns what a project's bids cost at most over a time. Bids without running instances are left out. */
export function projectSpend({ project, bids, observed }: BidRecord, time: Interval): ProjectSpend {
  const unobserved = gapsIn(observed, time);
  const first = firstLook({ observed });
  const known = first === null ? [] : within(unobserved, { from: first, to: time.to });
  return {
    ...{ project, unobserved },
    bids: bids.flatMap(({ traits, steps }): readonly BidSpend[] => {
      const measured = spendOfSteps(steps, observed, time);
      return measured.runningMs === 0 ? [] : [{ ...measured, traits, project }];
    }),
    gaps: known.map((gap) => ({ time: gap, most: sumCosts(bids.flatMap(({ steps }) => mostIn(steps, gap))) })),
  };
}
