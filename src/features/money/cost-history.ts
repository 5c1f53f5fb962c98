import { DAY_MS } from '../../lib/duration.ts';
import { memoizeLast } from '../../lib/memoize.ts';
import type { Money } from '../../lib/money.ts';
import { type PastPeriod, slotName, slotsOfPeriod, unitOf } from './cost-periods.ts';
import type { BidRecords, Interval } from './sums/bid-step.ts';
import { moneyOf } from './sums/cost.ts';
import { dayAt, monthAt, periodsIn, type Unit } from './sums/periods.ts';
import { createSpendHistory } from './sums/spend-history.ts';
import { isKnown, type Spend, spendInARow, spendOver } from './sums/spend-over.ts';

/** What one hour or day of a period cost at most, up to now. */
export type CostSlot = { readonly name: string; readonly spend: Spend };

/** What a period cost at most: in total, and by hour or day since the lists were first read. */
export type PeriodCost = { readonly period: PastPeriod; readonly spend: Spend; readonly slots: readonly CostSlot[] };

/** Returns functions that compute costs of periods from the journal's records, each period once. */
export function createCostHistory(compute?: Parameters<typeof createSpendHistory>[1]) {
  // Hours are shown of one day, days of a month: both with some to spare.
  const histories = { hour: createSpendHistory(2 * DAY_MS, compute), day: createSpendHistory(35 * DAY_MS, compute) };
  const slotsToday = memoizeLast((period: PastPeriod, from: number, zone: string) =>
    slotsOfPeriod(period, dayAt(from, zone), zone),
  );
  const daysOfMonth = memoizeLast((from: number, zone: string) => periodsIn(monthAt(from, zone), 'day', zone));

  /** Returns what consecutive hours or days cost, and each of them. */
  const inARow = (unit: Unit, known: BidRecords, periods: readonly Interval[]) => {
    const spends = histories[unit](known, periods);
    const from = periods[0]?.from ?? known.readAt;
    // Right after midnight the last look may be one of yesterday.
    const [first = spendOver(known, { from, to: from }), ...others] = spends;
    return { whole: spendInARow(first, others), spends };
  };

  return {
    /** Returns what the bids cost at most over a period, in all and by hour or day. */
    over: memoizeLast((known: BidRecords, period: PastPeriod, zone: string): PeriodCost => {
      const unit = unitOf(period);
      const { whole, spends } = inARow(unit, known, slotsToday(period, dayAt(known.readAt, zone).from, zone));
      const slots = spends.filter(isKnown).map((spend) => ({ name: slotName(spend.time, unit, zone), spend }));
      return { period, spend: whole, slots };
    }),

    /** Returns what the bids cost at most today and this month, one amount for each currency. */
    soFar: memoizeLast((known: BidRecords, zone: string) => {
      const today = dayAt(known.readAt, zone);
      const { whole, spends } = inARow('day', known, daysOfMonth(today.from, zone));
      const costsOf = (spend: Spend | undefined): readonly Money[] => (spend?.costs ?? []).map(moneyOf);
      return { day: costsOf(spends.find(({ time }) => time.from === today.from)), month: costsOf(whole) };
    }),
  };
}

const own = createCostHistory();

/** Returns what the bids cost at most over a period; the same object while the records are unchanged. */
export const costOver = own.over;
/** Returns what the bids cost at most today and this month; the same object while the records are unchanged. */
export const costSoFar = own.soFar;
