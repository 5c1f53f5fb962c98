import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/duration.ts';
import type { Interval } from '../../lib/intervals.ts';
import { SHARES, type Share } from '../../resources/context.ts';
import type { BidTraits, ObservedBid } from './bid-record.ts';

/** Time of sentences and suggestions, in milliseconds. */
export const PRICE_TIME_MS = 7 * DAY_MS;

export type Pair = { readonly type: string; readonly region: string };

/** Null for the currency of most bids. */
export type WantedPair = Pair & { readonly sign: string | null };

/**
 * A spot price was at most `high`, the lowest limit price of a bid with its instances. `waits`: the highest limit price
 * of one that waited below, outbid or without room. In micros; null without a bid.
 */
export type PriceSlot = Interval & { readonly waits: bigint | null; readonly high: bigint | null };

/** A bid that waited for capacity: another one had its instances at this limit price or a lower one. */
export type ShortBid = { readonly traits: BidTraits; readonly limit: bigint; readonly time: Interval };

/** The price was no higher in at least this share of the seen time. */
type HeldPrice = { readonly limit: bigint; readonly share: number };

/** What is known for one pair and currency over a time, from the operator's bids. */
export type PriceBand = Pair & {
  readonly sign: string;
  /** Only times with a bid, oldest first. */
  readonly slots: readonly PriceSlot[];
  readonly bids: number;
  /** Last time with a bid, in milliseconds since 1970. */
  readonly seenAt: number | null;
  readonly short: readonly ShortBid[];
  /** From all slots, where `slots` are only the drawable ones. */
  readonly held?: readonly HeldPrice[];
  /** Most slots are prices that the service said: they are exact. */
  readonly isOfService?: boolean;
};

export type PairPrice = {
  readonly band: PriceBand;
  readonly time: Interval;
  readonly last: PriceSlot | null;
  /** The advised limit prices for these shares of the time, in micros; null when unknown. */
  readonly holding: { readonly [Each in Share]: bigint | null };
  /** The highest limit price lost lately, or perhaps lost, in micros. */
  readonly lost: bigint | null;
};

declare module '../../resources/rows.ts' {
  interface Rows {
    readonly prices: PriceRow;
  }
}

export type PriceRow = FillTimes & {
  readonly fid: string;
  readonly instance_type: string;
  readonly region: string;
  readonly price: PairPrice;
};

/** Medians in milliseconds until a bid was filled, and until it lost its instances; null: too few seen. */
export type FillTimes = { readonly fillMs: number | null; readonly stayMs: number | null };

/** Of one pair over a time, with limit prices, losses and fills of the operator's bids. */
export type PairChart = {
  readonly time: Interval;
  readonly sign: string;
  readonly slots: PriceBand['slots'];
  /** Only those at a limit price in the currency. */
  readonly bids: readonly ObservedBid[];
  readonly marks: readonly PriceMark[];
  readonly recent: PairPrice | null;
};

/** Constant while the journal grows: the bid, and the first list with the event. */
export type MarkKey = { readonly bid: string; readonly at: number };

/**
 * A bid got its instances, or lost them to the market, after `since` and seen at `at`, in milliseconds since 1970; a
 * loss stands at the start of its preemption. The price was at most `high`, in micros; null without a bid.
 */
export type PriceMark = {
  readonly kind: 'filled' | 'lost';
  readonly traits: BidTraits;
  readonly at: number;
  readonly since: number;
  readonly limit: bigint;
  readonly high: bigint | null;
  /** False while last seen being preempted, or when paused or cancelled meanwhile. */
  readonly isOver: boolean;
};

export function priceOfBand(band: PriceBand, time: Interval): PairPrice {
  const lost = lostLately(band, time.to);
  const holding = { often: limitAbove(band, SHARES.often, lost), mostly: limitAbove(band, SHARES.mostly, lost) };
  return { band, time, last: band.slots.at(-1) ?? null, holding, lost };
}

/** Null for the currency of most bids. */
export const ofCurrency = (bands: readonly PriceBand[], sign: string | null): PriceBand | null =>
  bands.filter((band) => sign === null || band.sign === sign).toSorted((a, b) => b.bids - a.bids)[0] ?? null;

/** Null for the currency of most bids. */
export function pairPriceIn(prices: readonly PairPrice[], pair: Pair, sign: string | null): PairPrice | null {
  const own = prices.filter(({ band }) => band.type === pair.type && band.region === pair.region);
  const band = ofCurrency(
    own.map((price) => price.band),
    sign,
  );
  return own.find((price) => price.band === band) ?? null;
}

/** Least seen time before a share of it is stated, in milliseconds. */
const LEAST_SEEN_MS = HOUR_MS;

/** Held shares of limit prices that had instances, the lowest price first; none when too little was seen. */
export function heldPrices(slots: readonly PriceSlot[]): readonly HeldPrice[] {
  const filled = new Map<bigint, number>();
  let total = 0;
  for (const { from, to, high } of slots) {
    total += to - from;
    if (high !== null) filled.set(high, (filled.get(high) ?? 0) + to - from);
  }
  if (total < LEAST_SEEN_MS) return [];
  let held = 0;
  return [...filled.keys()]
    .sort((a, b) => (a < b ? -1 : 1))
    .map((limit) => {
      held += filled.get(limit) ?? 0;
      return { limit, share: held / total };
    });
}

/** Held shares of all slots. */
export const heldIn = ({ held, slots }: PriceBand): readonly HeldPrice[] => held ?? heldPrices(slots);

/** The least share of the seen time; null when too little was seen, or no bid had instances at this price or a lower one. */
export const heldShare = (band: PriceBand, limit: bigint): number | null =>
  heldIn(band).findLast((one) => one.limit <= limit)?.share ?? null;

/** Whole per cent, rounded down. */
export function heldPercent(band: PriceBand, limit: bigint): number | null {
  const share = heldShare(band, limit);
  return share === null ? null : Math.floor(share * 100 + 1e-9);
}

/** Before the last look, a loss in it speaks against a limit price; milliseconds. */
const LATELY_MS = 10 * MINUTE_MS;

/**
 * The highest limit price that waited lately, and was not filled after that. Null without one, and when nobody looked
 * for an hour.
 */
export function lostLately({ slots, seenAt }: PriceBand, now: number): bigint | null {
  if (seenAt === null || now - seenAt >= HOUR_MS) return null;
  const late = slots.filter(({ to }) => to > seenAt - LATELY_MS);
  return late.reduce<bigint | null>((most, { to, waits }) => {
    if (waits === null || (most !== null && most >= waits)) return most;
    const held = late.some(({ high, ...fill }) => high !== null && high <= waits && fill.to > to);
    return held ? most : waits;
  }, null);
}

export const advisedLimit = (band: PriceBand, share: number, now: number): bigint | null =>
  limitAbove(band, share, lostLately(band, now));

/** The lowest limit price that had instances, was enough for a share, and is above what was lost; null for none. */
const limitAbove = (band: PriceBand, share: number, lost: bigint | null): bigint | null =>
  heldIn(band).find((one) => one.share >= share && (lost === null || one.limit > lost))?.limit ?? null;
