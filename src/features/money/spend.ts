import { HOUR_MS, shortDuration } from '../../lib/duration.ts';
import { gapsIn, type Interval, joined, observedClock, within } from '../../lib/intervals.ts';
import { type Money, moneyOfMicros, toNearestCent } from '../../lib/money.ts';
import { inCents, type Sum, sumFrom } from '../../lib/sum.ts';
import { joinedClauses, percentText } from '../../lib/words.ts';
import { filledInstances } from '../../resources/bids/exposure.ts';
import {
  type BidRecord,
  type BidRecords,
  type BidStep,
  type BidSteps,
  type BidTraits,
  type Charge,
  chargedOf,
  LONGEST_GAP_MS,
} from './bid-record.ts';
import { chargedIn, missingIn } from './charged.ts';
import { type Highest, highestOf, type Rate, stretchesIn } from './stretches.ts';

/** Exact: millionths of a price per hour times milliseconds. */
export type Cost = { readonly sign: string; readonly microMs: bigint };

/** Costs, and the milliseconds of instances without a readable price, in no cost. */
export type Estimate = { readonly costs: readonly Cost[]; readonly unpricedMs: number };

/**
 * What the service charged, and the most of the rest of the observed time: limit price times possibly charged
 * instances. `charged` is the part of `costs` that is exact; `runningMs` counts each instance.
 */
export type RunningCost = Estimate & { readonly runningMs: number; readonly charged: readonly Cost[] };

export type BidSpend = RunningCost & { readonly traits: BidTraits; readonly project: string };

/** A time not observed, and the most possible cost of known bids in it. */
type Gap = { readonly time: Interval; readonly most: readonly Cost[]; readonly unpricedMs: number };

/**
 * Costs at most over a time. Observed milliseconds: all lists were read, or the service said all charges; in gaps
 * neither, and their `most` is in no sum. Not known: before a project's lists were first read.
 */
export type Spend = RunningCost & {
  readonly time: Interval;
  readonly bids: readonly BidSpend[];
  readonly observedMs: number;
  readonly gapMs: number;
  readonly unknownMs: number;
  readonly gaps: readonly Gap[];
  readonly most: Sum<number>;
  /** The earliest end of the projects' known charges, in milliseconds since 1970; null without charges. */
  readonly chargedTo: number | null;
  /** Milliseconds in which all charges of all projects are known. */
  readonly chargedMs: number;
  /** The first reading of each project's lists, in milliseconds since 1970; null for never. */
  readonly firstReads: readonly { readonly project: string; readonly at: number | null }[];
};

/** The only place for turning a price into an amount over time. */
const costOfTime = (rates: readonly Rate[], ms: number): readonly Cost[] =>
  rates.map(({ sign, micros }) => ({ sign, microMs: micros * BigInt(ms) }));

const HOUR = BigInt(HOUR_MS);

/** Rounded up: an upper bound. */
export const amountOf = ({ sign, microMs }: Cost): Money => moneyOfMicros(sign, (microMs + HOUR - 1n) / HOUR);

/** Rounded down, for a sum of at least this much. */
const leastAmountOf = ({ sign, microMs }: Cost): Money => moneyOfMicros(sign, microMs / HOUR);

/** `at-least` while a price could not be read. */
export const spentIn = ({ costs, unpricedMs }: Estimate): Sum<number> =>
  sumFrom(costs.map(unpricedMs > 0 ? leastAmountOf : amountOf), unpricedMs > 0 ? [unpricedMs] : []);

const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** One for each currency, in the order of their signs. */
export function sumCosts(costs: Iterable<Cost>): readonly Cost[] {
  const sums = new Map<string, bigint>();
  for (const { sign, microMs } of costs) sums.set(sign, (sums.get(sign) ?? 0n) + microMs);
  return [...sums].map(([sign, microMs]) => ({ sign, microMs })).sort((a, b) => (a.sign < b.sign ? -1 : 1));
}

export const sumEstimates = (all: readonly Estimate[]): Estimate => ({
  costs: sumCosts(all.flatMap(({ costs }) => costs)),
  unpricedMs: total(all.map(({ unpricedMs }) => unpricedMs)),
});

const sumRunning = (all: readonly RunningCost[]): RunningCost => ({
  ...sumEstimates(all),
  runningMs: total(all.map(({ runningMs }) => runningMs)),
  charged: sumCosts(all.flatMap(({ charged }) => charged)),
});

/** What is not charged yet. */
function restOf(cost: RunningCost): Estimate {
  const { costs, charged, unpricedMs } = cost;
  if (charged.length === 0) return cost;
  const rest = sumCosts([...costs, ...charged.map(({ sign, microMs }) => ({ sign, microMs: -microMs }))]);
  return { costs: rest.filter(({ microMs }) => microMs > 0n), unpricedMs };
}

/** `charged`: the service said so, to the nearest cent. `rest`: at most so much more, up to cents. */
export type Spent = { readonly charged: readonly Money[]; readonly rest: Sum<number> };

export const chargedAndRest = (cost: RunningCost): Spent => ({
  charged: cost.charged.map(({ sign, microMs }) => toNearestCent({ sign, micros: (microMs + HOUR / 2n) / HOUR })),
  rest: inCents(spentIn(restOf(cost))),
});

export const mostOf = (gaps: readonly Gap[]): Sum<number> =>
  spentIn(sumEstimates(gaps.map(({ most, unpricedMs }) => ({ costs: most, unpricedMs }))));

const observedIn = (observed: readonly Interval[], { from, to }: Interval): number =>
  observedClock(observed)(to) - observedClock(observed)(from);

export function spendOfSteps(steps: readonly BidStep[], observed: readonly Interval[], time: Interval): RunningCost {
  const all = stretchesIn(steps, time).flatMap((stretch): RunningCost | readonly [] => {
    const charged = Math.max(0, ...stretch.steps.map(chargedOf));
    const ms = charged === 0 ? 0 : observedIn(observed, stretch);
    if (ms <= 0) return [];
    const { rates, unpriced } = highestOf(stretch.steps, (step) => ({ count: chargedOf(step) }));
    return { costs: costOfTime(rates, ms), runningMs: ms * charged, unpricedMs: ms * unpriced, charged: [] };
  });
  return sumRunning(all);
}

/** What was charged in a time whose charges are known, and the most of what was seen to run and was not charged. */
function spendOfCharges(
  steps: readonly BidStep[],
  charges: readonly Charge[],
  observed: readonly Interval[],
  time: Interval,
): RunningCost {
  const { costs, runningMs } = chargedIn(charges, time);
  // A list's request and a charge have not quite the same time: a short difference is no missing charge.
  const wide = { from: time.from - LONGEST_GAP_MS, to: time.to + LONGEST_GAP_MS };
  const missing = stretchesIn(steps, wide).flatMap((stretch) => {
    const running = Math.min(...stretch.steps.map((step) => step.running));
    return within(observed, stretch).flatMap((seen) =>
      missingIn(charges, running, seen).map((one) => ({ ...one, steps: stretch.steps })),
    );
  });
  const long = joined(missing).filter(({ from, to }) => to - from > LONGEST_GAP_MS);
  const most = missing
    .filter(({ from, to }) => within(long, { from, to }).length > 0)
    .flatMap(({ count, ...one }): RunningCost | readonly [] => {
      const ms = Math.min(one.to, time.to) - Math.max(one.from, time.from);
      if (ms <= 0) return [];
      const { rates, unpriced } = highestOf(one.steps, () => ({ count }));
      return { costs: costOfTime(rates, ms), runningMs: ms * count, unpricedMs: ms * unpriced, charged: [] };
    });
  return sumRunning([{ costs, charged: costs, runningMs, unpricedMs: 0 }, ...most]);
}

/** Of rates no bid had, over the observed part of a time: an estimate of savings. */
export function estimateOver({ rates, unpriced }: Highest, observed: readonly Interval[], time: Interval): Estimate {
  const ms = Math.max(0, observedIn(observed, time));
  return { costs: costOfTime(rates, ms), unpricedMs: ms * unpriced };
}

/** The dearest possible standing in the gap, filled. */
const mostIn = (steps: readonly BidStep[], gap: Interval): readonly Estimate[] =>
  stretchesIn(steps, gap).map((stretch) => {
    const { rates, unpriced } = highestOf(stretch.steps, (step) =>
      step.state === 'paused' || step.state === 'ended'
        ? { count: chargedOf(step) }
        : filledInstances(step.quantity, chargedOf(step)),
    );
    const ms = stretch.to - stretch.from;
    return { costs: costOfTime(rates, ms), unpricedMs: ms * unpriced };
  });

const firstRead = ({ observed, charges = null }: BidRecord): number | null => {
  const times = [observed[0]?.from, charges?.time.from].filter((at) => at !== undefined);
  return times.length === 0 ? null : Math.min(...times);
};

/** Looks while charges are known, looks at other times, and both times together. */
function timesOf({ observed, charges = null }: BidRecord) {
  if (charges === null) return { charged: [], others: observed, known: observed };
  const known = joined([...observed, charges.time]);
  const whole = { from: Math.min(...known.map(({ from }) => from)), to: known.at(-1)?.to ?? charges.time.to };
  const others = gapsIn([charges.time], whole).flatMap((time) => within(observed, time));
  return { charged: within(observed, charges.time), others, known };
}

/** The same while nothing was read. */
const knownTimes = new WeakMap<BidRecord, ReturnType<typeof timesOf>>();

/** Nothing is known before the first look; `gaps` are unobserved times after it. */
function projectSpend(record: BidRecord, time: Interval) {
  const { project, charges = null } = record;
  const times = knownTimes.get(record) ?? timesOf(record);
  knownTimes.set(record, times);
  const unobserved = gapsIn(times.known, time);
  const bids = bidsIn(record).flatMap(({ traits, steps }): BidSpend | readonly [] => {
    const own = charges?.bids.get(traits.bid)?.charges ?? [];
    const [inCharged] = charges === null ? [] : within([charges.time], time);
    const spend = sumRunning([
      spendOfSteps(steps, times.others, time),
      ...(inCharged === undefined ? [] : [spendOfCharges(steps, own, times.charged, inCharged)]),
    ]);
    return spend.runningMs > 0 ? { ...spend, traits, project } : [];
  });
  const gaps = within(unobserved, { from: firstRead(record) ?? time.to, to: time.to }).map((gap): Gap => {
    const { costs, unpricedMs } = sumEstimates(record.bids.flatMap(({ steps }) => mostIn(steps, gap)));
    return { time: gap, most: costs, unpricedMs };
  });
  return { unobserved, bids, gaps };
}

/** Those that only the service knows have no steps. */
function bidsIn({ bids, charges = null }: BidRecord): readonly BidSteps[] {
  if (charges === null) return bids;
  const seen = new Set(bids.map(({ traits }) => traits.bid));
  return [
    ...bids,
    ...[...charges.bids.values()].flatMap(({ traits }) => (seen.has(traits.bid) ? [] : { traits, steps: [] })),
  ];
}

/** The known part of a time. A next look may be under way: the last minute is no gap yet. */
export function knownPart({ records, readAt }: BidRecords, { from, to }: Interval): Interval {
  const latest = records.flatMap(({ observed }) => observed.at(-1)?.to ?? []);
  const until = Math.min(readAt, ...latest.filter((at) => readAt - at <= LONGEST_GAP_MS));
  return { from, to: Math.max(from, Math.min(to, until)) };
}

const lengthOf = (intervals: readonly Interval[]): number => total(intervals.map(({ from, to }) => to - from));

/** Source of every amount over time shown, printed, served or acted upon. */
export function spendOver(known: BidRecords, wanted: Interval): Spend {
  const time = knownPart(known, wanted);
  const firstReads = known.records.map((record) => ({ project: record.project, at: firstRead(record) }));
  const spends = known.records.map((record) => projectSpend(record, time));
  const seen = spends.filter((_, n) => firstReads[n]?.at != null);
  const gaps = seen.flatMap((project) => project.gaps);
  const bids = spends.flatMap((project) => project.bids);
  const wholeMs = time.to - time.from;
  const observedMs = seen.length === 0 ? 0 : wholeMs - lengthOf(joined(seen.flatMap(({ unobserved }) => unobserved)));
  const gapMs = lengthOf(joined(gaps.map((gap) => gap.time)));
  const unknownMs = wholeMs - observedMs - gapMs;
  const charged = known.records.flatMap(({ charges = null }) => charges?.time ?? []);
  const inAll =
    charged.length === known.records.length
      ? {
          from: Math.max(time.from, ...charged.map(({ from }) => from)),
          to: Math.min(time.to, ...charged.map(({ to }) => to)),
        }
      : null;
  return {
    ...sumRunning(bids),
    ...{ time, bids, gaps, observedMs, gapMs, unknownMs, most: mostOf(gaps), firstReads },
    chargedTo: charged.length === 0 ? null : Math.min(...charged.map(({ to }) => to)),
    chargedMs: inAll === null ? 0 : Math.max(0, inAll.to - inAll.from),
  };
}

export function spendInARow(all: readonly [Spend, ...Spend[]]): Spend {
  const byBid = Map.groupBy(
    all.flatMap(({ bids }) => bids),
    bidKey,
  );
  const gaps = all.flatMap((spend) => spend.gaps);
  return {
    ...all[0],
    ...sumRunning(all),
    time: { from: all[0].time.from, to: Math.max(...all.map(({ time }) => time.to)) },
    bids: [...byBid.values()].flatMap((own) => (own[0] === undefined ? [] : { ...own[0], ...sumRunning(own) })),
    observedMs: total(all.map(({ observedMs }) => observedMs)),
    gapMs: total(all.map(({ gapMs }) => gapMs)),
    unknownMs: total(all.map(({ unknownMs }) => unknownMs)),
    chargedMs: total(all.map(({ chargedMs }) => chargedMs)),
    gaps,
    most: mostOf(gaps),
  };
}

/** Keeps bids of the same name apart. */
export const bidKey = ({ project, traits }: Pick<BidSpend, 'project' | 'traits'>): string =>
  JSON.stringify([project, traits.bid]);

export const unpricedBids = ({ bids }: Pick<Spend, 'bids'>): readonly string[] =>
  bids.flatMap(({ unpricedMs, traits }) => (unpricedMs > 0 ? [traits.name || traits.bid] : []));

/** Whether the service said all charges of the time. */
export const isAllCharged = ({ chargedMs, time }: Pick<Spend, 'chargedMs' | 'time'>): boolean =>
  chargedMs > 0 && chargedMs === time.to - time.from;

/** From 0 to 1; null without known time. */
export const observedShare = ({ observedMs, gapMs }: Pick<Spend, 'observedMs' | 'gapMs'>): number | null =>
  observedMs + gapMs === 0 ? null : observedMs / (observedMs + gapMs);

/** Known for all projects ever read, within the time; null for none. */
export function knownSince({ firstReads, time }: Spend): number | null {
  const reads = firstReads.flatMap(({ at }) => at ?? []);
  return reads.length === 0 ? null : Math.max(time.from, ...reads);
}

export type SpendGroup = RunningCost & { readonly key: string };

const largest = (costs: readonly Cost[]): bigint =>
  costs.reduce((most, { microMs }) => (microMs > most ? microMs : most), 0n);

export const spendGroups = (bids: readonly BidSpend[], keyOf: (spend: BidSpend) => string): readonly SpendGroup[] =>
  [...Map.groupBy(bids, keyOf)]
    .map(([key, own]): SpendGroup => ({ key, ...sumRunning(own) }))
    .sort((a, b) => {
      const [one, other] = [largest(a.costs), largest(b.costs)];
      return one === other ? (a.key < b.key ? -1 : 1) : one < other ? 1 : -1;
    });

/** `Observed: 57 % of the time, 4h of 7h.` `Observed or charged` with charges. Nothing when nothing is known. */
export function observedWords(spend: Spend): readonly string[] {
  const share = observedShare(spend);
  if (share === null) return [];
  const known = spend.chargedMs === 0 ? 'Observed' : 'Observed or charged';
  const { observedMs, gapMs, unknownMs } = spend;
  const time = unknownMs > 0 ? 'known time' : 'time';
  const [seen, whole] = [shortDuration(observedMs), shortDuration(observedMs + gapMs)];
  return [`${known}: ${percentText(share)} of the ${time}, ${seen === whole ? whole : `${seen} of ${whole}`}.`];
}

const MAX_NAMED = 3;

export function unpricedWords(spend: Spend, safe: (text: string) => string = (text) => text): readonly string[] {
  const names = unpricedBids(spend).map(safe);
  if (names.length === 0) return [];
  const more = names.length - MAX_NAMED;
  const named = joinedClauses([...names.slice(0, MAX_NAMED), ...(more > 0 ? [`${more} more`] : [])]);
  return [`The cost of ${named} is not known: a limit price could not be read, so the sum is at least this much.`];
}

/** The end of the time without data: for all projects alike, or for each. */
export function notKnownWords(
  { firstReads, time }: Spend,
  named: (project: string) => string,
  moment: (at: number) => string,
): readonly string[] {
  const late = firstReads.filter(({ at }) => at === null || at > time.from);
  return [...Map.groupBy(late, ({ at }) => at)].map(([at, own]) => {
    const of = own.length === firstReads.length ? '' : ` for ${own.map(({ project }) => named(project)).join(', ')}`;
    if (at !== null) return `No data${of} before ${moment(at)}.`;
    const projects = own.map(({ project }) => named(project)).join(', ');
    return `No data for ${projects}: no console or "spotdeck watch" has run.`;
  });
}
