import type { BidRecord, BidStep, BidSteps, Interval } from './bid-step.ts';
import { within } from './observed-time.ts';
import { type BidSpend, type Cost, type Gap, gapsOf, spendOf, sumCosts } from './spend.ts';

/** What a project's bids cost at most over a period, bid by bid, how much of it was observed, and what the rest can hold at most. */
export type PeriodSpend = {
  readonly time: Interval;
  readonly bids: readonly BidSpend[];
  readonly costs: readonly Cost[];
  readonly observedMs: number;
  readonly gaps: readonly Gap[];
};

/** Returns what a project's bids cost at most over a time. */
export function periodSpend(record: BidRecord, time: Interval): PeriodSpend {
  const observedMs = within(record.observed, time).reduce((sum, { from, to }) => sum + to - from, 0);
  const near = { ...record, bids: record.bids.map((one) => stepsNear(one, time)) };
  const bids = spendOf(near, time);
  const costs = sumCosts(bids.flatMap((bid) => bid.costs));
  return { time, bids, costs, observedMs, gaps: gapsOf(near, time) };
}

/** Returns a bid with the steps that count in a time, one before them and one after: a bid of months has many others. */
function stepsNear({ traits, steps }: BidSteps, { from, to }: Interval): BidSteps {
  const first = firstAt(steps, ({ at }) => at > from) - 2;
  const last = firstAt(steps, ({ since }) => since >= to) + 1;
  return { traits, steps: steps.slice(Math.max(0, first), last) };
}

/** Returns the index of the first step that passes a test, as all later ones do. */
function firstAt(steps: readonly BidStep[], passes: (step: BidStep) => boolean): number {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const step = steps[middle];
    if (step === undefined || passes(step)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Returns a function that computes periods of a record, each once: a later record of the same project, with steps and observed time
 * added, keeps the periods that end before what was added. Periods that are older than `keepMs`, in milliseconds, are forgotten.
 */
export function createSpendHistory(keepMs: number, compute: typeof periodSpend = periodSpend) {
  const projects = new Map<string, { record: BidRecord; known: Map<string, PeriodSpend> }>();

  const knownOf = (record: BidRecord): Map<string, PeriodSpend> => {
    const last = projects.get(record.project);
    if (last?.record === record) return last.known;
    const until = last === undefined ? Number.NEGATIVE_INFINITY : equalUntil(last.record, record);
    const oldest = (record.observed.at(-1)?.to ?? 0) - keepMs;
    const known = new Map([...(last?.known ?? [])].filter(([, { time }]) => time.to <= until && time.from >= oldest));
    projects.set(record.project, { record, known });
    return known;
  };

  /** Periods after `until`, in milliseconds since 1970, are left out, and the one that holds it ends there. */
  return (record: BidRecord, periods: readonly Interval[], until: number): readonly PeriodSpend[] => {
    const known = knownOf(record);
    return periods.flatMap(({ from, to }) => {
      const time = { from, to: Math.min(to, until) };
      if (time.to <= time.from) return [];
      const key = `${from} ${to}`;
      const before = known.get(key);
      if (before?.time.to === time.to) return [before];
      const computed = compute(record, time);
      known.set(key, computed);
      return [computed];
    });
  };
}

/** Returns the time before which two records of a project say the same, in milliseconds since 1970. */
function equalUntil(before: BidRecord, after: BidRecord): number {
  const old = new Map(before.bids.map((one) => [one.traits.bid, one]));
  let until = firstDifference(before.observed, after.observed);
  for (const one of after.bids) {
    const known = old.get(one.traits.bid);
    old.delete(one.traits.bid);
    if (known === one) continue;
    const steps = known?.steps ?? [];
    const n = one.steps.findIndex((step, at) => step !== steps[at]);
    until = Math.min(until, sinceOf(one.steps[n]), sinceOf(steps[n === -1 ? one.steps.length : n]));
  }
  return old.size > 0 ? Number.NEGATIVE_INFINITY : until;
}

const sinceOf = (step: BidStep | undefined): number => step?.since ?? Number.POSITIVE_INFINITY;

/** Returns the time until which two lists of joined intervals are equal. */
function firstDifference(before: readonly Interval[], after: readonly Interval[]): number {
  const n = after.findIndex(({ from, to }, at) => from !== before[at]?.from || to !== before[at]?.to);
  if (n === -1) return after.length < before.length ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const [one, other] = [before[n], after[n]];
  if (one === undefined || other === undefined) return other?.from ?? Number.NEGATIVE_INFINITY;
  return one.from === other.from ? Math.min(one.to, other.to) : Math.min(one.from, other.from);
}
