import type { BidRecord, BidRecords, BidStep, Interval } from './bid-step.ts';
import { type ProjectSpend, projectSpend } from './spend.ts';
import { knownPart, type Spend, spendTogether } from './spend-over.ts';

/** What a project's bids cost at most over a time. */
type Known = { readonly time: Interval; readonly spend: ProjectSpend };

/**
 * Returns a function that computes what periods cost, each once: later records of the same projects, with steps and observed time
 * added, keep the periods that end before what was added. Periods that are older than `keepMs`, in milliseconds, are forgotten.
 */
export function createSpendHistory(keepMs: number, compute: typeof projectSpend = projectSpend) {
  const projects = new Map<string, { record: BidRecord; known: Map<string, Known> }>();

  const knownOf = (record: BidRecord): Map<string, Known> => {
    const last = projects.get(record.project);
    if (last?.record === record) return last.known;
    const until = last === undefined ? Number.NEGATIVE_INFINITY : equalUntil(last.record, record);
    const oldest = (record.observed.at(-1)?.to ?? 0) - keepMs;
    const known = new Map([...(last?.known ?? [])].filter(([, { time }]) => time.to <= until && time.from >= oldest));
    projects.set(record.project, { record, known });
    return known;
  };

  const spendIn = (record: BidRecord, period: Interval, time: Interval): ProjectSpend => {
    const known = knownOf(record);
    const key = `${period.from} ${period.to}`;
    const before = known.get(key);
    if (before?.time.to === time.to) return before.spend;
    const spend = compute(record, time);
    known.set(key, { time, spend });
    return spend;
  };

  /** Periods that begin after the records are left out, and the one in which they end is cut there. */
  return (known: BidRecords, periods: readonly Interval[]): readonly Spend[] =>
    periods.flatMap((period) => {
      const time = knownPart(known, period);
      if (time.to <= time.from) return [];
      return [spendTogether(known, time, (record) => spendIn(record, period, time))];
    });
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
