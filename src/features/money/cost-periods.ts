import { dayAt, periodsIn, type Unit } from '../../lib/calendar.ts';
import { DAY_MS } from '../../lib/duration.ts';
import type { Interval } from '../../lib/intervals.ts';

/** Periods whose costs are shown, shortest first. */
export const COST_PERIODS = ['today', '7-days', '30-days'] as const;
export type CostPeriod = (typeof COST_PERIODS)[number];

/** Number of calendar days of a period, today included, and what it is divided into. */
const SPANS: Readonly<Record<CostPeriod, { readonly days: number; readonly unit: Unit }>> = {
  today: { days: 1, unit: 'hour' },
  '7-days': { days: 7, unit: 'day' },
  '30-days': { days: 30, unit: 'day' },
};

export const unitOf = (period: CostPeriod): Unit => SPANS[period].unit;

/** The period beside another one; the first and the last have none. */
export function periodBeside(period: CostPeriod, by: 1 | -1): CostPeriod {
  return COST_PERIODS[COST_PERIODS.indexOf(period) + by] ?? period;
}

/** The hours or days of a period that ends with a day; days of a time zone begin at its midnight. */
export function slotsOfPeriod(period: CostPeriod, today: Interval, zone: string): readonly Interval[] {
  const { days, unit } = SPANS[period];
  // Noon of the first day: days have 23 to 25 hours.
  const first = dayAt(today.from + DAY_MS / 2 - (days - 1) * DAY_MS, zone);
  return periodsIn({ from: first.from, to: today.to }, unit, zone);
}
