import { MINUTE_MS } from '../../lib/duration.ts';
import { firstWhere, type Interval } from '../../lib/intervals.ts';
import { type BandFold, bandFold, isSamePair, type WholeBand } from './bands/band-fold.ts';
import { observedKey, openObserved, timesOfStep } from './bands/bid-times.ts';
import type { Pair } from './bands/edges.ts';
import type { PriceSlot, UnboundBid } from './bands/price-bounds.ts';
import type { BidRecord, BidSteps } from './bid-record.ts';

/** Bounds of the spot price of a type in a region and a currency over a time, from the bids of an operator. */
export type PriceBand = {
  readonly type: string;
  readonly region: string;
  readonly sign: string;
  /** Times with a bound, oldest first. Equal bounds that follow each other are one slot. */
  readonly slots: readonly PriceSlot[];
  /** Number of bids that were open, allocated or preempting. */
  readonly bids: number;
  /** Last time with a bound, in milliseconds since 1970. */
  readonly seenAt: number | null;
  /** Bids that were open or preempting and are no bound, for capacity can be the reason: their last such time. */
  readonly contradictions: readonly UnboundBid[];
  /** What follows from all slots, where `slots` are fewer. */
  readonly held?: readonly HeldPrice[];
};

/** A limit price and the part of the time in which it would have held. */
export type HeldPrice = { readonly limit: bigint; readonly share: number };

/** How long before the last look steps are expected at most that change what was known before, in milliseconds. */
const SETTLED_MS = 10 * MINUTE_MS;

/** The end of the time that was observed of any project, in milliseconds since 1970. */
const latestOf = (records: readonly BidRecord[]): number =>
  Math.max(...records.map(({ observed }) => observed.at(-1)?.to ?? Number.NEGATIVE_INFINITY));

const pairKey = (type: string, region: string): string => JSON.stringify([type, region]);

/** A pair with the observed time of each bid as it was read. */
type ReadPair = Pair & { readonly read: readonly (readonly Interval[])[] };

const pairs = new WeakMap<readonly BidRecord[], ReadonlyMap<string, ReadPair>>();

/** The pairs of all bids that have a type and a region. */
function pairsOf(records: readonly BidRecord[]): ReadonlyMap<string, ReadPair> {
  const known = pairs.get(records);
  if (known !== undefined) return known;
  const latest = latestOf(records);
  type Found = { bids: BidSteps[]; observed: (readonly Interval[])[]; read: (readonly Interval[])[] };
  const found = new Map<string, Found>();
  for (const record of records) {
    const observed = openObserved(record, latest);
    for (const bid of record.bids) {
      const { type, region } = bid.traits;
      if (type === '' || region === '') continue;
      const key = pairKey(type, region);
      const pair: Found = found.get(key) ?? { bids: [], observed: [], read: [] };
      pair.bids.push(bid);
      pair.observed.push(observed);
      pair.read.push(record.observed);
      found.set(key, pair);
    }
  }
  pairs.set(records, found);
  return found;
}

/** The bids of a type in a region, each with the time in which its project was observed. */
export function bidsOfPair(records: readonly BidRecord[], { type, region }: Pick<PriceBand, 'type' | 'region'>) {
  const { bids = [], read = [] } = pairsOf(records).get(pairKey(type, region)) ?? {};
  return bids.map((bid, n) => ({ bid, observed: read[n] ?? [] }));
}

/** What is known of all pairs of some records, by type and region. */
export type PriceFolds = ReadonlyMap<string, BandFold>;

export const NO_FOLDS: PriceFolds = new Map();

/**
 * What the price bands of some records are cut from. Goes on from what was computed of earlier records of the same bids; of a pair none of
 * whose bids has a new step it stays, unless there is a new gap.
 */
export function priceFolds(records: readonly BidRecord[], before: PriceFolds): PriceFolds {
  const settled = latestOf(records) - SETTLED_MS;
  return new Map(
    [...pairsOf(records)].map(([key, pair]) => {
      const known = before.get(key) ?? null;
      return [key, known !== null && isSamePair(known.pair, pair) ? known : bandFold(pair, known, settled)];
    }),
  );
}

/** The price bands of each type and region over a time. Bids without a type or region are in none. */
export function priceBandsOf(
  records: readonly BidRecord[],
  time: Interval,
  folds: PriceFolds = priceFolds(records, NO_FOLDS),
): readonly PriceBand[] {
  const shown = observedPart(records, time);
  return [...folds.values()].flatMap(({ pair, bands }) => bands.flatMap((whole) => cut(whole, pair, shown)));
}

/** The price bands of one type in a region over a time, one for each currency. */
export function pairBandsOf(
  records: readonly BidRecord[],
  { type, region }: Pick<PriceBand, 'type' | 'region'>,
  time: Interval,
  folds: PriceFolds = NO_FOLDS,
): readonly PriceBand[] {
  const key = pairKey(type, region);
  const pair = pairsOf(records).get(key);
  if (pair === undefined) return [];
  const { bands } = folds.get(key) ?? bandFold(pair, null, Number.NEGATIVE_INFINITY);
  return bands.flatMap((whole) => cut(whole, pair, observedPart(records, time)));
}

/** The time until the last look at any project. */
const observedPart = (records: readonly BidRecord[], { from, to }: Interval): Interval => ({
  from,
  to: Math.min(to, latestOf(records)),
});

const touches = (one: Interval, { from, to }: Interval): boolean => one.from < to && one.to > from;

/** The times of a step in which its bid was open, allocated or preempting at a limit price of a currency, as far as they were observed. */
const seenTimes = (bid: BidSteps, observed: readonly Interval[], n: number, sign: string): readonly Interval[] =>
  timesOfStep(bid, observed, n).filter(
    (one) => one.sign === sign && one.state !== 'unknown' && one.state !== 'leaving' && one.to > one.from,
  );

type LastSeen = { readonly observed: string; readonly bySign: Map<string, Interval | null> };
const lastSeen = new WeakMap<BidSteps['steps'], LastSeen>();

/** The last such time of a bid; null when there is none. */
function lastSeenOf(bid: BidSteps, observed: readonly Interval[], sign: string): Interval | null {
  const key = observedKey(observed);
  const before = lastSeen.get(bid.steps);
  const known = before?.observed === key ? before : { observed: key, bySign: new Map<string, Interval | null>() };
  lastSeen.set(bid.steps, known);
  const last = known.bySign.get(sign);
  if (last !== undefined) return last;
  let found: Interval | null = null;
  for (let n = bid.steps.length - 1; n >= 0 && found === null; n--)
    found = seenTimes(bid, observed, n, sign).reduce<Interval | null>(
      (latest, one) => (latest === null || one.to > latest.to ? one : latest),
      null,
    );
  known.bySign.set(sign, found);
  return found;
}

/** Whether a bid has such a time within another one. */
function isSeenIn(bid: BidSteps, observed: readonly Interval[], sign: string, time: Interval): boolean {
  const last = lastSeenOf(bid, observed, sign);
  if (last === null || last.to <= time.from) return false;
  if (touches(last, time)) return true;
  const first = Math.max(0, firstWhere(bid.steps, ({ at }) => at > time.from) - 1);
  for (let n = first; n < bid.steps.length && (bid.steps[n]?.at ?? time.to) < time.to; n++)
    if (seenTimes(bid, observed, n, sign).some((one) => touches(one, time))) return true;
  return false;
}

function cut({ sign, slots, unbound }: WholeBand, { bids, observed }: Pair, time: Interval): readonly PriceBand[] {
  const { type, region } = bids[0]?.traits ?? { type: '', region: '' };
  const seen = new Set(
    bids.flatMap((bid, n) => (isSeenIn(bid, observed[n] ?? [], sign, time) ? [bid.traits.bid] : [])),
  );
  if (seen.size === 0) return [];
  const first = firstWhere(slots, ({ to }) => to > time.from);
  const within = slots.slice(
    first,
    firstWhere(slots, ({ from }) => from >= time.to, first),
  );
  // Only those at both ends reach out of the time.
  for (const n of new Set([0, within.length - 1])) {
    const slot = within[n];
    if (slot !== undefined)
      within[n] = { ...slot, from: Math.max(slot.from, time.from), to: Math.min(slot.to, time.to) };
  }
  return [
    {
      type,
      region,
      sign,
      slots: within,
      bids: seen.size,
      seenAt: within.at(-1)?.to ?? null,
      contradictions: unbound
        .filter((one) => touches(one.time, time))
        .map((one) => ({ ...one, time: { from: one.time.from, to: Math.min(one.time.to, time.to) } })),
    },
  ];
}
