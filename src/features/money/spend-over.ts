import { type Interval, joined } from '../../lib/intervals.ts';
import type { Sum } from '../../lib/sum.ts';
import { type BidRecords, LONGEST_GAP_MS } from './bid-record.ts';
import { type Cost, sumCosts, sumOfCosts } from './cost.ts';
import {
  type BidSpend,
  firstRead,
  type Gap,
  type ProjectSpend,
  projectSpend,
  type RunningCost,
  sumMeasured,
} from './spend.ts';

/**
 * What the bids of some projects cost at most over a time. The time has three parts, in milliseconds. Observed: the lists of every project
 * that was ever read were read. Gaps: those of at least one were not; `most` is the highest cost of the gaps and is in no sum. Not known:
 * no list of some project had been read yet.
 */
export type Spend = RunningCost & {
  readonly time: Interval;
  readonly bids: readonly BidSpend[];
  readonly observedMs: number;
  readonly gapMs: number;
  readonly unknownMs: number;
  readonly gaps: readonly Gap[];
  readonly most: Sum<number>;
  /** When the lists of each project were first read, in milliseconds since 1970; null when they never were. */
  readonly firstReads: readonly { readonly project: string; readonly at: number | null }[];
};

const lengthOf = (intervals: readonly Interval[]): number =>
  intervals.reduce((sum, { from, to }) => sum + to - from, 0);

/**
 * Until when records say how bids stood, in milliseconds since 1970: until they were read. After a look within the last minute
 * the next one may still be under way, so the time since then is no gap yet.
 */
function knownUntil({ records, readAt }: BidRecords): number {
  const latest = records.flatMap(({ observed }) => observed.at(-1)?.to ?? []);
  return Math.min(readAt, ...latest.filter((at) => readAt - at <= LONGEST_GAP_MS));
}

/** A time without what comes after the records. */
export const knownPart = (known: BidRecords, { from, to }: Interval): Interval => ({
  from,
  to: Math.max(from, Math.min(to, knownUntil(known))),
});

/** What the bids cost at most over a time: every such amount that is shown, printed, served or acted upon comes from here. */
export function spendOver(records: BidRecords, wanted: Interval): Spend {
  const time = knownPart(records, wanted);
  return spendTogether(
    records,
    time,
    records.records.map((record) => projectSpend(record, time)),
  );
}

/** What the bids of several projects cost over a time, from what those of each did, in the order of the records. */
export function spendTogether(
  { records }: Pick<BidRecords, 'records'>,
  time: Interval,
  spends: readonly ProjectSpend[],
): Spend {
  const firstReads = records.map((record) => ({ project: record.project, at: firstRead(record) }));
  const seen = spends.filter((_, n) => firstReads[n]?.at != null);
  const gaps = seen.flatMap((project) => project.gaps);
  const wholeMs = time.to - time.from;
  const observedMs = seen.length === 0 ? 0 : wholeMs - lengthOf(joined(seen.flatMap(({ unobserved }) => unobserved)));
  const gapMs = lengthOf(joined(gaps.map((gap) => gap.time)));
  const bids = spends.flatMap((project) => project.bids);
  return {
    ...sumMeasured(bids),
    time,
    bids,
    gaps,
    observedMs,
    gapMs,
    unknownMs: wholeMs - observedMs - gapMs,
    most: mostOf(gaps),
    firstReads,
  };
}

/** What gaps can have cost together at most. */
export const mostOf = (gaps: readonly Gap[]): Sum<number> =>
  sumOfCosts(
    sumCosts(gaps.flatMap(({ most }) => most)),
    gaps.reduce((sum, { unpricedMs }) => sum + unpricedMs, 0),
  );

/** What ran at most, as a sum: `at-least` while the price of something that ran could not be read. */
export const spentIn = ({ costs, unpricedMs }: RunningCost): Sum<number> => sumOfCosts(costs, unpricedMs);

/** The names of the bids whose cost is not known, because their price could not be read for a part of the time. */
export const unpricedBids = ({ bids }: Pick<Spend, 'bids'>): readonly string[] =>
  bids.flatMap(({ unpricedMs, traits }) => (unpricedMs > 0 ? [traits.name || traits.bid] : []));

/** The sum of what the same bids cost over times that follow each other, the first of which is given. */
export function spendInARow(first: Spend, others: readonly Spend[]): Spend {
  const all = [first, ...others];
  const byBid = new Map<string, [BidSpend, ...BidSpend[]]>();
  for (const bid of all.flatMap(({ bids }) => bids)) {
    const key = `${bid.project}\n${bid.traits.bid}`;
    const own = byBid.get(key);
    if (own === undefined) byBid.set(key, [bid]);
    else own.push(bid);
  }
  const bids = Array.from(byBid.values(), (own) => (own.length === 1 ? own[0] : { ...own[0], ...sumMeasured(own) }));
  const sum = (of: (spend: Spend) => number): number => all.reduce((total, spend) => total + of(spend), 0);
  const gaps = all.flatMap((spend) => spend.gaps);
  return {
    ...sumMeasured(all),
    time: { from: first.time.from, to: (others.at(-1) ?? first).time.to },
    bids,
    observedMs: sum(({ observedMs }) => observedMs),
    gapMs: sum(({ gapMs }) => gapMs),
    unknownMs: sum(({ unknownMs }) => unknownMs),
    gaps,
    most: mostOf(gaps),
    firstReads: first.firstReads,
  };
}

/** The observed share of the time of which anything is known, from 0 to 1; null when there is no such time. */
export function observedShare({ observedMs, gapMs }: Pick<Spend, 'observedMs' | 'gapMs'>): number | null {
  return observedMs + gapMs === 0 ? null : observedMs / (observedMs + gapMs);
}

/** Since when all projects that were ever looked at are known, within the time; null when none was. */
export function knownSince({ firstReads, time }: Spend): number | null {
  const reads = firstReads.flatMap(({ at }) => at ?? []);
  return reads.length === 0 ? null : Math.max(time.from, ...reads);
}

/** Whether anybody had looked at a project before the end of the time. */
export const isKnown = ({ firstReads, time }: Spend): boolean =>
  firstReads.some(({ at }) => at !== null && at <= time.to);

/** What the bids with one key cost at most. */
export type SpendGroup = RunningCost & { readonly key: string };

const largest = (costs: readonly Cost[]): bigint =>
  costs.reduce((most, { microMs }) => (microMs > most ? microMs : most), 0n);

/** The costs of bids by a key, the dearest first. */
export function spendGroups(bids: readonly BidSpend[], keyOf: (spend: BidSpend) => string): readonly SpendGroup[] {
  return [...Map.groupBy(bids, keyOf)]
    .map(([key, own]) => {
      const group = { key, ...sumMeasured(own) };
      return { group, cost: largest(group.costs) };
    })
    .sort((a, b) => (a.cost === b.cost ? (a.group.key < b.group.key ? -1 : 1) : a.cost < b.cost ? 1 : -1))
    .map(({ group }) => group);
}
