import { HOUR_MS, MINUTE_MS } from '../../lib/duration.ts';
import type { Interval } from '../../lib/intervals.ts';
import { upToCents } from '../../lib/money.ts';
import { SHARES, type Share } from '../../resources/context.ts';
import type { BidTraits, ObservedBid } from './bid-record.ts';

export type Pair = { readonly type: string; readonly region: string };

/** Null for the currency of most bids. */
export type WantedPair = Pair & { readonly sign: string | null };

/** Bounds of a spot price, in micros: above `low`, at most `high`; null without a bid. */
export type PriceSlot = Interval & { readonly low: bigint | null; readonly high: bigint | null };

/**
 * An open or preempting bid that is no bound, as capacity may be the reason. `filled-below`: another bid is filled at
 * this price or a lower one. `capacity-not-seen`: so many instances at once were not seen lately.
 */
export type UnboundBid = {
  readonly traits: BidTraits;
  readonly limit: bigint;
  readonly reason: 'filled-below' | 'capacity-not-seen';
  readonly time: Interval;
};

type HeldPrice = { readonly limit: bigint; readonly share: number };

/** Bounds for one pair and currency over a time, from the operator's bids. */
export type PriceBand = Pair & {
  readonly sign: string;
  /** Only times with a bound, oldest first. */
  readonly slots: readonly PriceSlot[];
  readonly bids: number;
  /** Last time with a bound, in milliseconds since 1970. */
  readonly seenAt: number | null;
  readonly contradictions: readonly UnboundBid[];
  /** From all slots, where `slots` are only the drawable ones. */
  readonly held?: readonly HeldPrice[];
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
 * loss stands at the start of its preemption. The price was above `low` and at most `high`, in micros; null without a
 * bid.
 */
export type PriceMark = {
  readonly kind: 'filled' | 'lost';
  readonly traits: BidTraits;
  readonly at: number;
  readonly since: number;
  readonly limit: bigint;
  readonly low: bigint | null;
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

/** Least time with known bounds before a share of time is stated, in milliseconds. */
const LEAST_SEEN_MS = HOUR_MS;
/** Largest part of the time with a limit price neither above nor below the bounds. */
const MOST_UNKNOWN = 0.1;

/** Held shares of limit prices, the lowest price first; none when too little was seen. */
export function heldPrices(slots: readonly PriceSlot[]): readonly HeldPrice[] {
  const filled = new Map<bigint, number>();
  const outbid = new Map<bigint, number>();
  let total = 0;
  for (const { from, to, low, high } of slots) {
    total += to - from;
    if (high !== null) filled.set(high, (filled.get(high) ?? 0) + to - from);
    if (low !== null) outbid.set(low, (outbid.get(low) ?? 0) + to - from);
  }
  const limits = [...new Set([...filled.keys(), ...outbid.keys()])].sort((a, b) => (a < b ? -1 : 1));
  let lost = [...outbid.values()].reduce((sum, ms) => sum + ms, 0);
  let held = 0;
  let share = 0;
  const prices: HeldPrice[] = [];
  for (const limit of limits) {
    held += filled.get(limit) ?? 0;
    if (total >= LEAST_SEEN_MS && total - held - lost <= total * MOST_UNKNOWN) {
      share = Math.max(share, held / (held + lost));
      prices.push({ limit, share });
    }
    lost -= outbid.get(limit) ?? 0;
  }
  return prices;
}

const heldIn = ({ held, slots }: PriceBand): readonly HeldPrice[] => held ?? heldPrices(slots);

/** Of the seen time; null when too little was seen. */
export function heldShare(band: PriceBand, limit: bigint): number | null {
  const prices = heldIn(band);
  const above = prices.findIndex((one) => one.limit >= limit);
  const [a, b] = [prices[above < 0 ? prices.length - 1 : above - 1], prices[above]];
  if (b?.limit === limit) return b.share;
  // A higher price holds at least as often, a lower one at most.
  if (a === undefined) return b?.share === 0 ? 0 : null;
  if (b === undefined) return a.share;
  return a.share + ((b.share - a.share) * Number(limit - a.limit)) / Number(b.limit - a.limit);
}

/** Whole per cent, rounded down. */
export function heldPercent(band: PriceBand, limit: bigint): number | null {
  const share = heldShare(band, limit);
  return share === null ? null : Math.floor(share * 100 + 1e-9);
}

/** The lowest limit price held for a share of the seen time, up to the cent; null when too little was seen. */
export function limitHolding(band: PriceBand, share: number): bigint | null {
  const prices = heldIn(band);
  const above = prices.findIndex((one) => one.share >= share);
  const [a, b] = [prices[above - 1], prices[above]];
  if (b === undefined) return null;
  if (a === undefined) return b.share === share ? b.limit : null;
  if (b.share === a.share) return b.limit;
  const part = (share - a.share) / (b.share - a.share);
  const exact = a.limit + BigInt(Math.ceil(Number(b.limit - a.limit) * part));
  const cents = upToCents({ sign: band.sign, micros: exact }).micros;
  return cents < b.limit ? cents : b.limit;
}

/** Before the last look, a loss in it speaks against a limit price; milliseconds. */
const LATELY_MS = 10 * MINUTE_MS;

/**
 * The highest limit price lost lately, or perhaps lost, and not filled after that. Null without one, and when nobody
 * looked for an hour.
 */
export function lostLately({ slots, seenAt, contradictions }: PriceBand, now: number): bigint | null {
  const end = Math.max(seenAt ?? 0, ...contradictions.map(({ time }) => time.to));
  if (now - end >= HOUR_MS) return null;
  const losses = [
    ...slots.flatMap(({ to, low }) => (low === null ? [] : [{ to, limit: low }])),
    ...contradictions.flatMap(({ reason, limit, time }) =>
      reason === 'capacity-not-seen' ? [{ to: time.to, limit }] : [],
    ),
  ].filter(({ to }) => to > end - LATELY_MS);
  const fills = slots.filter(({ to }) => to > end - LATELY_MS);
  return losses.reduce<bigint | null>((most, { to, limit }) => {
    const held = fills.some(({ high, ...fill }) => high !== null && high <= limit && fill.to > to);
    return held || (most !== null && most >= limit) ? most : limit;
  }, null);
}

export const advisedLimit = (band: PriceBand, share: number, now: number): bigint | null =>
  limitAbove(band, share, lostLately(band, now));

/** For a share; after a late loss, the price of a bid with instances. */
function limitAbove(band: PriceBand, share: number, lost: bigint | null): bigint | null {
  const holding = limitHolding(band, share);
  if (lost === null || (holding !== null && holding > lost)) return holding;
  const { high = null } = band.slots.at(-1) ?? {};
  return high !== null && high > lost && (heldShare(band, high) ?? 0) >= share ? high : null;
}
