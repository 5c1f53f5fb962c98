import { dayAt, monthAt, periodsIn, slotName, type Unit } from '../../lib/calendar.ts';
import { DAY_MS } from '../../lib/duration.ts';
import type { Interval } from '../../lib/intervals.ts';
import { memoizeLast } from '../../lib/memoize.ts';
import type { Money } from '../../lib/money.ts';
import type { BidRecord, BidRecords, BidStep } from './bid-record.ts';
import { moneyOf } from './cost.ts';
import { type PastPeriod, slotsOfPeriod, unitOf } from './cost-periods.ts';
import { type ProjectSpend, projectSpend } from './spend.ts';
import { isKnown, knownPart, type Spend, spendInARow, spendOver, spendTogether } from './spend-over.ts';

/** What a project's bids cost at most over a time. */
type KnownSpend = { readonly time: Interval; readonly spend: ProjectSpend };

/**
 * A function that computes what periods cost, each once: later records of the same projects, with steps and observed time
 * added, keep the periods that end before what was added. Periods that are older than `keepMs`, in milliseconds, are forgotten.
 */
function createSpendHistory(keepMs: number, compute: typeof projectSpend = projectSpend) {
  const projects = new Map<string, { record: BidRecord; known: Map<string, KnownSpend> }>();

  const knownOf = (record: BidRecord): Map<string, KnownSpend> => {
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

/** The time before which two records of a project say the same, in milliseconds since 1970. */
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

/** The time until which two lists of joined intervals are equal. */
function firstDifference(before: readonly Interval[], after: readonly Interval[]): number {
  const n = after.findIndex(({ from, to }, at) => from !== before[at]?.from || to !== before[at]?.to);
  if (n === -1) return after.length < before.length ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const [one, other] = [before[n], after[n]];
  if (one === undefined || other === undefined) return other?.from ?? Number.NEGATIVE_INFINITY;
  return one.from === other.from ? Math.min(one.to, other.to) : Math.min(one.from, other.from);
}

/** What one hour or day of a period cost at most, up to now. */
export type CostSlot = { readonly name: string; readonly spend: Spend };

/** What a period cost at most: in total, and by hour or day since the lists were first read. */
export type PeriodCost = { readonly period: PastPeriod; readonly spend: Spend; readonly slots: readonly CostSlot[] };

/** Functions that compute costs of periods from the journal's records, each period once. */
export function createCostHistory(compute?: Parameters<typeof createSpendHistory>[1]) {
  // Hours are shown of one day, days of a month: both with some to spare.
  const histories = { hour: createSpendHistory(2 * DAY_MS, compute), day: createSpendHistory(35 * DAY_MS, compute) };
  const slotsToday = memoizeLast((period: PastPeriod, from: number, zone: string) =>
    slotsOfPeriod(period, dayAt(from, zone), zone),
  );
  const daysOfMonth = memoizeLast((from: number, zone: string) => periodsIn(monthAt(from, zone), 'day', zone));

  /** What consecutive hours or days cost, and each of them. */
  const inARow = (unit: Unit, known: BidRecords, periods: readonly Interval[]) => {
    const spends = histories[unit](known, periods);
    const from = periods[0]?.from ?? known.readAt;
    // Right after midnight the last look may be one of yesterday.
    const [first = spendOver(known, { from, to: from }), ...others] = spends;
    return { whole: spendInARow(first, others), spends };
  };

  return {
    /** What the bids cost at most over a period, in all and by hour or day. */
    over: memoizeLast((known: BidRecords, period: PastPeriod, zone: string): PeriodCost => {
      const unit = unitOf(period);
      const { whole, spends } = inARow(unit, known, slotsToday(period, dayAt(known.readAt, zone).from, zone));
      const slots = spends.filter(isKnown).map((spend) => ({ name: slotName(spend.time, unit, zone), spend }));
      return { period, spend: whole, slots };
    }),

    /** What the bids cost at most today and this month, one amount for each currency. */
    soFar: memoizeLast((known: BidRecords, zone: string) => {
      const today = dayAt(known.readAt, zone);
      const { whole, spends } = inARow('day', known, daysOfMonth(today.from, zone));
      const costsOf = (spend: Spend | undefined): readonly Money[] => (spend?.costs ?? []).map(moneyOf);
      return { day: costsOf(spends.find(({ time }) => time.from === today.from)), month: costsOf(whole) };
    }),
  };
}

const own = createCostHistory();

/** What the bids cost at most over a period; the same object while the records are unchanged. */
export const costOver = own.over;
/** What the bids cost at most today and this month; the same object while the records are unchanged. */
export const costSoFar = own.soFar;
