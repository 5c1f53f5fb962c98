import { dayAt, monthAt, periodsIn, slotName, type Unit } from '../../lib/calendar.ts';
import { DAY_MS } from '../../lib/duration.ts';
import type { Interval } from '../../lib/intervals.ts';
import { memoizeLast } from '../../lib/memoize.ts';
import { addSums, NO_SUM, type Sum } from '../../lib/sum.ts';
import type { BidRecord, BidRecords } from './bid-record.ts';
import { type CostPeriod, slotsOfPeriod, unitOf } from './cost-periods.ts';
import { observedUntil, stepsUntil } from './same-until.ts';
import { type BidSpend, firstRead, type ProjectSpend, projectSpend } from './spend.ts';
import {
  isKnown,
  knownPart,
  type Spend,
  type SpendGroup,
  spendGroups,
  spendInARow,
  spendOver,
  spendTogether,
  spentIn,
} from './spend-over.ts';

/** What a project's bids cost at most over a time. */
type KnownSpend = { readonly time: Interval; readonly spend: ProjectSpend };

/** What the bids of all projects cost over a time, and what those of each did. */
type KnownTogether = { readonly spends: readonly ProjectSpend[]; readonly spend: Spend };

const areSame = <Item>(a: readonly Item[], b: readonly Item[]): boolean =>
  a.length === b.length && a.every((one, n) => one === b[n]);

/**
 * A function that computes what periods cost, each once: later records of the same projects, with steps and observed time
 * added, keep the periods that end before what was added. Periods that are older than `keepMs`, in milliseconds, are forgotten.
 */
function createSpendHistory(keepMs: number, compute: typeof projectSpend) {
  const projects = new Map<string, { record: BidRecord; known: Map<string, KnownSpend> }>();
  const together = new Map<string, KnownTogether>();

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
  return (known: BidRecords, periods: readonly Interval[]): readonly Spend[] => {
    const all: Spend[] = [];
    for (const period of periods) {
      const time = knownPart(known, period);
      if (time.to <= time.from) continue;
      const spends = known.records.map((record) => spendIn(record, period, time));
      const key = `${period.from} ${period.to}`;
      const before = together.get(key);
      const isSame =
        before?.spend.time.to === time.to &&
        areSame(before.spends, spends) &&
        // A project that was never looked at until then may have been since.
        known.records.every((record, n) => before.spend.firstReads[n]?.at === firstRead(record));
      const spend = isSame ? before.spend : spendTogether(known, time, spends);
      together.set(key, { spends, spend });
      all.push(spend);
    }
    for (const [key, { spend }] of together) if (spend.time.from < known.readAt - keepMs) together.delete(key);
    return all;
  };
}

/** A function that sums up what times in a row cost. The sum of all but the last, which still changes, is kept. */
function createRowSum() {
  let kept: { readonly spends: readonly Spend[]; readonly sum: Spend } | null = null;
  return (first: Spend, others: readonly Spend[]): Spend => {
    const last = others.at(-1);
    if (last === undefined) return first;
    const finished = [first, ...others.slice(0, -1)];
    const known = kept;
    const goesOn =
      known?.spends.every((one, n) => one === finished[n]) === true && known.spends.length <= finished.length;
    const more = goesOn ? finished.slice(known.spends.length) : others.slice(0, -1);
    const sum = goesOn && more.length === 0 ? known.sum : spendInARow(goesOn ? known.sum : first, more);
    kept = { spends: finished, sum };
    return spendInARow(sum, [last]);
  };
}

/** The time before which two records of a project say the same, in milliseconds since 1970. */
function equalUntil(before: BidRecord, after: BidRecord): number {
  const old = new Map(before.bids.map((one) => [one.traits.bid, one]));
  let until = observedUntil(before.observed, after.observed);
  for (const one of after.bids) {
    const known = old.get(one.traits.bid);
    old.delete(one.traits.bid);
    if (known !== one) until = Math.min(until, stepsUntil(known?.steps ?? [], one.steps));
  }
  return old.size > 0 ? Number.NEGATIVE_INFINITY : until;
}

/** What one hour or day of a period cost at most, up to now, without what each bid did. */
export type CostSlot = { readonly name: string; readonly spend: Omit<Spend, 'bids' | 'gaps'> };

/** What a period cost at most: in total, and by hour or day since the lists were first read. */
export type PeriodCost = {
  readonly period: CostPeriod;
  readonly spend: Spend;
  readonly slots: readonly CostSlot[];
  /** What each bid cost, by project and bid. */
  readonly byBid: readonly SpendGroup[];
};

/** Bids of the same name stay apart. */
export const bidKey = ({ project, traits }: BidSpend): string => JSON.stringify([project, traits.bid]);

/** What today and this month cost at most, one amount for each currency. */
export type CostSoFar = { readonly day: Sum<number>; readonly month: Sum<number> };

/** Functions that compute costs of periods from the journal's records, each period once for later records of the same bids. */
export function createCostHistory(compute = projectSpend) {
  // Hours are shown of one day, days of a month: both with some to spare.
  const histories = { hour: createSpendHistory(2 * DAY_MS, compute), day: createSpendHistory(35 * DAY_MS, compute) };
  // Times that are looked at for long are kept however old they are.
  const ofTimes = createSpendHistory(Number.POSITIVE_INFINITY, compute);
  const sums = { today: createRowSum(), '7-days': createRowSum(), '30-days': createRowSum(), month: createRowSum() };
  const slotsOf = (period: CostPeriod) =>
    memoizeLast((from: number, zone: string) => slotsOfPeriod(period, dayAt(from, zone), zone));
  const slots = {
    today: slotsOf('today'),
    '7-days': slotsOf('7-days'),
    '30-days': slotsOf('30-days'),
    month: memoizeLast((from: number, zone: string) => periodsIn(monthAt(from, zone), 'day', zone)),
  };

  /** What consecutive hours or days cost, and each of them. */
  const inARow = (unit: Unit, sum: keyof typeof sums, known: BidRecords, periods: readonly Interval[]) => {
    const spends = histories[unit](known, periods);
    const from = periods[0]?.from ?? known.readAt;
    // Right after midnight the last look may be one of yesterday.
    const [first = spendOver(known, { from, to: from }), ...others] = spends;
    return { whole: sums[sum](first, others), spends };
  };

  return {
    /** What the bids cost at most over a period, in all and by hour or day. */
    over: (known: BidRecords, period: CostPeriod, zone: string): PeriodCost => {
      const unit = unitOf(period);
      const today = dayAt(known.readAt, zone);
      const { whole, spends } = inARow(unit, period, known, slots[period](today.from, zone));
      const named = spends.filter(isKnown).map((slot): CostSlot => {
        const { bids, gaps, ...spend } = slot;
        return { name: slotName(slot.time, unit, zone), spend };
      });
      return { period, spend: whole, slots: named, byBid: spendGroups(whole.bids, bidKey) };
    },

    /** What the bids cost at most today and this month, one amount for each currency. */
    soFar: (known: BidRecords, zone: string): CostSoFar => {
      const today = dayAt(known.readAt, zone);
      const { whole, spends } = inARow('day', 'month', known, slots.month(today.from, zone));
      const ofToday = spends.find(({ time }) => time.from === today.from);
      return { day: ofToday === undefined ? NO_SUM : spentIn(ofToday), month: spentIn(whole) };
    },

    /** What the bids cost at most today alone. */
    today: (known: BidRecords, zone: string): Sum<number> =>
      addSums(histories.day(known, [dayAt(known.readAt, zone)]).map(spentIn)),

    /** What `spendOver` says of a time. */
    spend: (known: BidRecords, time: Interval): Spend => ofTimes(known, [time])[0] ?? spendOver(known, time),
  };
}
