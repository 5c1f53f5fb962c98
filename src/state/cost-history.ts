import { DAY_MS } from '../lib/duration.ts';
import { memoizeLast } from '../lib/memoize.ts';
import type { Money } from '../lib/money.ts';
import type { BidRecord, BidRecords, Interval } from '../money/bid-step.ts';
import { LONGEST_GAP_MS } from '../money/observed-time.ts';
import { dayAt, monthAt, periodsIn, type Unit } from '../money/periods.ts';
import { type BidSpend, type Cost, moneyOf, sumCosts } from '../money/spend.ts';
import { createSpendHistory, type PeriodSpend, periodSpend } from '../money/spend-history.ts';
import { type PastPeriod, slotName, slotsOfPeriod, unitOf } from './cost-periods.ts';

/** What some time cost at most. `most` is what its gaps can have cost in addition; both one amount for each currency. */
export type TimeCost = {
  readonly costs: readonly Money[];
  readonly runningMs: number;
  readonly observedMs: number;
  readonly gapMs: number;
  readonly most: readonly Money[];
};

/** One hour or day of a period, up to now. */
export type CostSlot = TimeCost & { readonly from: number; readonly name: string; readonly ms: number };

/** What a bid cost at most over a period. */
export type BidCost = Pick<BidSpend, 'traits' | 'project' | 'runningMs'> & { readonly costs: readonly Cost[] };

/** Costs of a period. `knownSince` is the first observation of all, null when there is none; milliseconds since 1970. */
export type PeriodCost = TimeCost & {
  readonly period: PastPeriod;
  readonly ms: number;
  readonly knownSince: number | null;
  readonly slots: readonly CostSlot[];
  readonly bids: readonly BidCost[];
};

/** Returns until when a record's time is over, in milliseconds since 1970: up to now, but the next list may still be under way. */
function endOf({ observed }: BidRecord, now: number): number {
  const last = observed.at(-1)?.to ?? now;
  return now - last <= LONGEST_GAP_MS ? Math.min(last, now) : now;
}

const moneyOfAll = (costs: Iterable<Cost>): readonly Money[] => sumCosts(costs).map(moneyOf);

/** Returns the sum of periods of several projects. Time counts as observed when it was observed in all of them. */
function timeCostOf(byProject: readonly (readonly PeriodSpend[])[]): TimeCost {
  const all = byProject.flat();
  const gapMs = byProject.map((own) =>
    own.reduce((sum, { gaps }) => sum + gaps.reduce((ms, { time }) => ms + time.to - time.from, 0), 0),
  );
  const observedMs = byProject.map((own) => own.reduce((sum, one) => sum + one.observedMs, 0));
  return {
    costs: moneyOfAll(all.flatMap(({ costs }) => costs)),
    runningMs: all.reduce((sum, { bids }) => bids.reduce((ms, bid) => ms + bid.runningMs, sum), 0),
    observedMs: observedMs.length === 0 ? 0 : Math.min(...observedMs),
    gapMs: Math.max(0, ...gapMs),
    most: moneyOfAll(all.flatMap(({ gaps }) => gaps.flatMap(({ most }) => most))),
  };
}

/** Returns the costs of each bid over several periods. */
function bidCosts(periods: readonly PeriodSpend[]): readonly BidCost[] {
  const byBid = new Map<string, { first: BidSpend; runningMs: number; costs: Cost[] }>();
  for (const { bids } of periods) {
    for (const spend of bids) {
      const key = `${spend.project}\n${spend.traits.bid}`;
      const known = byBid.get(key);
      if (known === undefined) {
        byBid.set(key, { first: spend, runningMs: spend.runningMs, costs: [...spend.costs] });
        continue;
      }
      known.runningMs += spend.runningMs;
      known.costs.push(...spend.costs);
    }
  }
  return [...byBid.values()].map(({ first: { traits, project }, runningMs, costs }) => ({
    ...{ traits, project, runningMs },
    costs: sumCosts(costs),
  }));
}

/** Returns functions that compute costs of periods from the journal's records, each period once. */
export function createCostHistory(compute = periodSpend) {
  // Hours are shown of one day, days of a month: both with some to spare.
  const histories = { hour: createSpendHistory(2 * DAY_MS, compute), day: createSpendHistory(35 * DAY_MS, compute) };
  const spends = (unit: Unit, records: readonly BidRecord[], slots: readonly Interval[], now: number) =>
    records.map((record) => histories[unit](record, slots, endOf(record, now)));
  const slotsToday = memoizeLast((period: PastPeriod, from: number, zone: string) =>
    slotsOfPeriod(period, dayAt(from, zone), zone),
  );
  const daysOfMonth = memoizeLast((from: number, zone: string) => periodsIn(monthAt(from, zone), 'day', zone));

  return {
    /** Returns what the bids cost at most over a period, in all and by hour or day. */
    over: memoizeLast(({ records, readAt }: BidRecords, period: PastPeriod, zone: string): PeriodCost => {
      const slots = slotsToday(period, dayAt(readAt, zone).from, zone);
      const byProject = spends(unitOf(period), records, slots, readAt);
      const began = records.flatMap(({ observed }) => observed[0]?.from ?? []);
      const knownSince = began.length === 0 ? null : Math.min(...began);
      const past = slots.filter(({ from, to }) => from < readAt && knownSince !== null && to > knownSince);
      return {
        ...timeCostOf(byProject),
        ...{ period, knownSince, bids: bidCosts(byProject.flat()) },
        ms: readAt - (slots[0]?.from ?? readAt),
        slots: past.map((slot) => ({
          ...timeCostOf(byProject.map((own) => own.filter(({ time }) => time.from === slot.from))),
          from: slot.from,
          name: slotName(slot, unitOf(period), zone),
          ms: Math.min(slot.to, readAt) - slot.from,
        })),
      };
    }),

    /** Returns what the bids cost at most today and this month, one amount for each currency. */
    soFar: memoizeLast(({ records, readAt }: BidRecords, zone: string) => {
      const today = dayAt(readAt, zone);
      const days = spends('day', records, daysOfMonth(today.from, zone), readAt).flat();
      const costsOf = (some: readonly PeriodSpend[]): readonly Money[] =>
        moneyOfAll(some.flatMap(({ costs }) => costs));
      return { day: costsOf(days.filter(({ time }) => time.from === today.from)), month: costsOf(days) };
    }),
  };
}

/** What the bids with one title cost at most. */
export type CostGroup = { readonly title: string; readonly costs: readonly Money[]; readonly runningMs: number };

const groupOf = (title: string, bids: readonly BidCost[]): CostGroup => ({
  ...{ title, costs: moneyOfAll(bids.flatMap(({ costs }) => costs)) },
  runningMs: bids.reduce((sum, { runningMs }) => sum + runningMs, 0),
});

/** Orders groups by cost, the dearest first. Of several currencies the first one is compared. */
function byCost(a: CostGroup, b: CostGroup): number {
  const [costA, costB] = [a.costs[0]?.micros ?? 0n, b.costs[0]?.micros ?? 0n];
  return costA === costB ? (a.title < b.title ? -1 : 1) : costA < costB ? 1 : -1;
}

/** Returns the costs of bids by a title. */
export function costGroups(bids: readonly BidCost[], titleOf: (bid: BidCost) => string): readonly CostGroup[] {
  return [...Map.groupBy(bids, titleOf)].map(([title, some]) => groupOf(title, some)).sort(byCost);
}

/** Returns the cost of each bid, by its name; bids of the same name stay apart. */
export function bidGroups(bids: readonly BidCost[]): readonly CostGroup[] {
  return bids.map((bid) => groupOf(bid.traits.name || bid.traits.bid, [bid])).sort(byCost);
}

const own = createCostHistory();

/** Returns what the bids cost at most over a period; the same object while the records are unchanged. */
export const costOver = own.over;
/** Returns what the bids cost at most today and this month; the same object while the records are unchanged. */
export const costSoFar = own.soFar;
