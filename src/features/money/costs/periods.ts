import { dayAt, monthAt, periodsIn, slotName, type Unit } from '../../../lib/calendar.ts';
import { DAY_MS } from '../../../lib/duration.ts';
import type { Interval } from '../../../lib/intervals.ts';
import { addSums, NO_SUM, type Sum } from '../../../lib/sum.ts';
import type { BidRecords } from '../bid-record.ts';
import type { CostPeriod, CostSoFar, PeriodCost } from '../known-money.ts';
import {
  bidKey,
  chargedAndRest,
  knownPart,
  type RunningCost,
  type Spend,
  spendGroups,
  spendInARow,
  spendOver,
  spentIn,
} from '../spend.ts';

/** Calendar days, today included, and their division. */
const SPANS: Readonly<Record<CostPeriod, { readonly days: number; readonly unit: Unit }>> = {
  today: { days: 1, unit: 'hour' },
  '7-days': { days: 7, unit: 'day' },
  '30-days': { days: 30, unit: 'day' },
};

export const unitOf = (period: CostPeriod): Unit => SPANS[period].unit;

const NOTHING: CostSoFar['day'] = { most: NO_SUM, spent: { charged: [], rest: NO_SUM } };

/** Costs at most until the day of the last reading; each hour and day is summed once. */
export function costsOf(known: BidRecords) {
  const spends = new Map<string, Spend>();
  /** Leaves out periods after the records. */
  const spendsIn = (periods: readonly Interval[]): readonly Spend[] =>
    periods
      .filter((period) => knownPart(known, period).to > period.from)
      .map((period) => {
        const key = `${period.from} ${period.to}`;
        const spend = spends.get(key) ?? spendOver(known, period);
        spends.set(key, spend);
        return spend;
      });
  // Right after midnight the last look may be yesterday's.
  const inARow = ([first, ...others]: readonly Spend[], from: number): Spend =>
    first === undefined ? spendOver(known, { from, to: from }) : spendInARow([first, ...others]);

  return {
    over: (period: CostPeriod, zone: string): PeriodCost => {
      const { days, unit } = SPANS[period];
      const today = dayAt(known.readAt, zone);
      // Noon of the first day: days have 23 to 25 hours.
      const { from } = dayAt(today.from + DAY_MS / 2 - (days - 1) * DAY_MS, zone);
      const slots = spendsIn(periodsIn({ from, to: today.to }, unit, zone));
      const spend = inARow(slots, from);
      return {
        period,
        spend,
        slots: slots
          .filter(({ firstReads, time }) => firstReads.some(({ at }) => at !== null && at <= time.to))
          .map(({ bids, gaps, ...slot }) => ({ name: slotName(slot.time, unit, zone), spend: slot })),
        byBid: spendGroups(spend.bids, bidKey),
      };
    },

    soFar: (zone: string): CostSoFar => {
      const today = dayAt(known.readAt, zone);
      const month = monthAt(today.from, zone);
      const days = spendsIn(periodsIn(month, 'day', zone));
      const ofToday = days.find(({ time }) => time.from === today.from);
      const soFar = (cost: RunningCost) => ({ most: spentIn(cost), spent: chargedAndRest(cost) });
      return {
        day: ofToday === undefined ? NOTHING : soFar(ofToday),
        month: soFar(inARow(days, month.from)),
      };
    },

    today: (zone: string): Sum<number> => addSums(spendsIn([dayAt(known.readAt, zone)]).map(spentIn)),
  };
}
