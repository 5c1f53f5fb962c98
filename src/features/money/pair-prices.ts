import { DAY_MS } from '../../lib/duration.ts';
import type { Interval } from '../../lib/intervals.ts';
import { SHARES, type Share } from '../../resources/advice.ts';
import type { BidRecords } from './bid-record.ts';
import { type PriceBand, priceBandsOf } from './price-bands.ts';
import { fillTimes, heldShare, limitHolding } from './suggest-limit.ts';

/** Time that sentences and suggestions about prices are about, in milliseconds. */
const PRICE_TIME_MS = 7 * DAY_MS;

type PriceSlot = PriceBand['slots'][number];

/** A type in a region. */
type Pair = { readonly type: string; readonly region: string };

/** What is known of the price of a type in a region, in one currency. */
export type PairPrice = {
  readonly band: PriceBand;
  readonly time: Interval;
  /** The last time in which a bid bounded the price; null when none did. */
  readonly last: PriceSlot | null;
  /** The limit prices that would have held these shares of the time, in micros; null when too little was seen. */
  readonly holding: { readonly [Each in Share]: bigint | null };
};

const known = new WeakMap<BidRecords, Map<string, readonly PairPrice[]>>();

/** What the last days, or another time before the records were read, show of a pair or of all; computed once for the same records. */
export function pairPricesOf(
  records: BidRecords,
  pair: Pair | null = null,
  timeMs: number = PRICE_TIME_MS,
): readonly PairPrice[] {
  const all = known.get(records) ?? new Map<string, readonly PairPrice[]>();
  known.set(records, all);
  const key = JSON.stringify([pair?.type, pair?.region, timeMs]);
  const before = all.get(key);
  if (before !== undefined) return before;
  const prices = computed(records, pair, { from: records.readAt - timeMs, to: records.readAt });
  all.set(key, prices);
  return prices;
}

function computed({ records }: BidRecords, pair: Pair | null, time: Interval): readonly PairPrice[] {
  const own = records.map((record) =>
    pair === null
      ? record
      : {
          ...record,
          bids: record.bids.filter(({ traits }) => traits.type === pair.type && traits.region === pair.region),
        },
  );
  return priceBandsOf(own, time).map((band) => ({
    band,
    time,
    last: band.slots.findLast(({ low, high }) => low !== null || high !== null) ?? null,
    holding: { often: limitHolding(band, SHARES.often), mostly: limitHolding(band, SHARES.mostly) },
  }));
}

/** What is known of a pair: in one currency, or in that of most bids. */
export function pairPriceOf(records: BidRecords, pair: Pair, sign: string | null, timeMs?: number): PairPrice | null {
  const own = pairPricesOf(records, pair, timeMs).filter(({ band }) => sign === null || band.sign === sign);
  return own.toSorted((a, b) => b.band.bids - a.band.bids)[0] ?? null;
}

/** The share of the time that a limit price would have held, in whole per cent, rounded down; null when too little was seen. */
export function heldPercent({ band }: PairPrice, micros: bigint): number | null {
  const share = heldShare(band, micros);
  return share === null ? null : Math.floor(share * 100 + 1e-9);
}

/** The usual times until a bid of a pair was filled and until it lost its instances; null when not seen. */
export function usualTimes(records: BidRecords, { band, time }: PairPrice) {
  return fillTimes(records.records, band.type, band.region, time);
}

/** The bounds of a price over a time, in micros; null where no bid bounded it. */
type Bounds = Pick<PriceSlot, 'low' | 'high'>;

const NOTHING: Bounds = { low: null, high: null };

const least = (a: bigint | null, b: bigint | null): bigint | null => (a === null || (b !== null && b < a) ? b : a);
const most = (a: bigint | null, b: bigint | null): bigint | null => (a === null || (b !== null && b > a) ? b : a);

/** The bounds in each of some equal parts of a time, oldest first. Of several slots in a part it takes the outermost bounds. */
export function foldedSlots(slots: readonly PriceSlot[], { from, to }: Interval, parts: number): readonly Bounds[] {
  const folded: Bounds[] = Array.from({ length: parts }, () => NOTHING);
  const length = (to - from) / parts;
  for (const { low, high, ...slot } of slots) {
    if (slot.to <= from || slot.from >= to) continue;
    const first = Math.max(0, Math.floor((slot.from - from) / length));
    const last = Math.min(parts - 1, Math.max(first, Math.ceil((slot.to - from) / length) - 1));
    for (let part = first; part <= last; part++) {
      const before = folded[part] ?? NOTHING;
      folded[part] = { low: least(before.low, low), high: most(before.high, high) };
    }
  }
  return folded;
}
