import { formatMoney, type Money } from '../lib/money.ts';
import type { BidRecord, BidStanding, BidStep, BidTraits, Interval, LimitPrice } from './bid-step.ts';
import { gapsIn, observedClock } from './observed-time.ts';

/** An exact cost of one currency: millionths of a price per hour times milliseconds. */
export type Cost = { readonly sign: string; readonly microMs: bigint };

/** What a bid cost at most over some observed time: limit price times running instances. `runningMs` counts each instance. */
export type BidSpend = {
  readonly traits: BidTraits;
  readonly project: string;
  readonly costs: readonly Cost[];
  readonly runningMs: number;
};

const HOUR_MS = 3_600_000n;

/** Returns a cost as an amount, rounded up to a millionth: it is an upper bound. */
export function moneyOf({ sign, microMs }: Cost): Money {
  const money = { sign, micros: (microMs + HOUR_MS - 1n) / HOUR_MS, text: '' };
  return { ...money, text: formatMoney(money) };
}

/** Returns one sum for each currency, in the order of first appearance. */
export function sumCosts(costs: Iterable<Cost>): readonly Cost[] {
  const sums = new Map<string, bigint>();
  for (const { sign, microMs } of costs) sums.set(sign, (sums.get(sign) ?? 0n) + microMs);
  return [...sums].map(([sign, microMs]) => ({ sign, microMs }));
}

/** A standing and the time over which it counts. The standing may have changed at any time between two looks: the dearer one counts. */
type Stretch = { readonly step: BidStep; readonly time: Interval };

const ratePerHour = ({ limit, running }: BidStanding): bigint => (limit?.micros ?? 0n) * BigInt(running);

/** Whether a step counts from the time after which it happened; else from when it was seen. */
function isDearer(step: BidStep, before: BidStep | undefined): boolean {
  if (before === undefined || ratePerHour(before) === 0n) return true;
  return step.limit?.sign === before.limit?.sign && ratePerHour(step) >= ratePerHour(before);
}

function stretchesOf(steps: readonly BidStep[], to: number): readonly Stretch[] {
  return steps.map((step, n) => {
    const next = steps[n + 1];
    const from = isDearer(step, steps[n - 1]) ? step.since : step.at;
    const end = next === undefined ? to : isDearer(next, step) ? next.since : next.at;
    return { step, time: { from, to: end } };
  });
}

/** Returns what each bid of a record cost at most over the observed part of a time. Bids that cost nothing are left out. */
export function spendOf({ project, bids, observed }: BidRecord, time: Interval): readonly BidSpend[] {
  const observedMs = observedClock(observed);
  return bids.flatMap(({ traits, steps }): readonly BidSpend[] => {
    const costs: Cost[] = [];
    let runningMs = 0;
    for (const { step, time: own } of stretchesOf(steps, time.to)) {
      const from = Math.max(own.from, time.from);
      const to = Math.min(own.to, time.to);
      const ms = to > from && step.running > 0 ? observedMs(to) - observedMs(from) : 0;
      if (ms === 0) continue;
      runningMs += ms * step.running;
      if (step.limit !== null) costs.push({ sign: step.limit.sign, microMs: ratePerHour(step) * BigInt(ms) });
    }
    return runningMs === 0 ? [] : [{ traits, project, costs: sumCosts(costs), runningMs }];
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
    most: sumCosts(bids.flatMap(({ steps }) => mostIn(steps, time) ?? [])),
  }));
}

/** Returns what a bid can have cost at most in a time: the dearest of its standings before, in and after it, if it was filled. */
function mostIn(steps: readonly BidStep[], time: Interval): Cost | null {
  let limit: LimitPrice | null = null;
  let rate = 0n;
  steps.forEach((step, n) => {
    const next = steps[n + 1];
    if (step.limit === null || step.since >= time.to || (next !== undefined && next.at <= time.from)) return;
    const wants = step.state !== 'paused' && step.state !== 'ended';
    const own = step.limit.micros * BigInt(wants ? Math.max(step.quantity, step.running) : step.running);
    if (own <= rate) return;
    rate = own;
    limit = step.limit;
  });
  return limit === null ? null : costOver(limit, rate, time);
}

const costOver = ({ sign }: LimitPrice, rate: bigint, { from, to }: Interval): Cost => ({
  sign,
  microMs: rate * BigInt(to - from),
});
