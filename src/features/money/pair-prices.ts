import { DAY_MS } from '../../lib/duration.ts';
import type { Interval } from '../../lib/intervals.ts';
import { atOnce, type Work } from '../../lib/work.ts';
import { SHARES, type Share } from '../../resources/advice.ts';
import type { BandColumn } from './band-chart.ts';
import type { BidRecords } from './bid-record.ts';
import { type PriceBand, pairBandsOf, priceBandsInParts } from './price-bands.ts';
import { heldPricesInParts, limitAbove, lostLately } from './suggest-limit.ts';

/** Time that sentences and suggestions about prices are about, in milliseconds. */
const PRICE_TIME_MS = 7 * DAY_MS;

type PriceSlot = PriceBand['slots'][number];

/** A type in a region. */
type Pair = { readonly type: string; readonly region: string };

/** The bounds of the price of a type in a region over a time, in one currency. */
export type PairBand = {
  readonly band: PriceBand;
  readonly time: Interval;
  /** The last time in which a bid bounded the price; null when none did. */
  readonly last: PriceSlot | null;
};

/** What is known of the price of a type in a region, in one currency. */
export type PairPrice = PairBand & {
  /** The limit prices that are advised for these shares of the time, in micros; null when none is known. */
  readonly holding: { readonly [Each in Share]: bigint | null };
  /** The highest limit price that lost lately, or may have, in micros. */
  readonly lost: bigint | null;
};

const known = new WeakMap<BidRecords, readonly PairPrice[]>();

/** What the last days before the records were read show of all pairs; computed once for the same records. */
export const pairPricesOf = (records: BidRecords): readonly PairPrice[] =>
  known.get(records) ?? atOnce(pairPricesInParts(records));

/** The same in parts. */
export function* pairPricesInParts(records: BidRecords): Work<readonly PairPrice[]> {
  const before = known.get(records);
  if (before !== undefined) return before;
  const time = timeBefore(records, PRICE_TIME_MS);
  const prices: PairPrice[] = [];
  for (const band of yield* priceBandsInParts(records.records, time)) {
    yield* heldPricesInParts(band);
    prices.push(priceOfBand(band, time));
  }
  known.set(records, prices);
  return prices;
}

/** A time before records were read. */
export const timeBefore = ({ readAt }: BidRecords, ms: number): Interval => ({ from: readAt - ms, to: readAt });

const bandOver = (band: PriceBand, time: Interval): PairBand => ({
  band,
  time,
  last: band.slots.findLast(({ low, high }) => low !== null || high !== null) ?? null,
});

/** What is known and advised from a band over a time. */
export function priceOfBand(band: PriceBand, time: Interval): PairPrice {
  const lost = lostLately(band, time.to);
  const holding = { often: limitAbove(band, SHARES.often, lost), mostly: limitAbove(band, SHARES.mostly, lost) };
  return { ...bandOver(band, time), holding, lost };
}

const isOf = (one: Pair, { type, region }: Pair): boolean => one.type === type && one.region === region;

/** Of several currencies a given one, or that of most bids. */
function ofCurrency<Of extends PairBand>(own: readonly Of[], sign: string | null): Of | null {
  const all = own.filter(({ band }) => sign === null || band.sign === sign);
  return all.toSorted((a, b) => b.band.bids - a.band.bids)[0] ?? null;
}

/** What the last days show of a pair: in one currency, or in that of most bids. */
export const pairPriceOf = (records: BidRecords, pair: Pair, sign: string | null): PairPrice | null =>
  ofCurrency(
    pairPricesOf(records).filter(({ band }) => isOf(band, pair)),
    sign,
  );

/** The bounds of the price of a pair over a time before the records were read: in one currency, or in that of most bids. */
export function pairBandOf(records: BidRecords, pair: Pair, sign: string | null, timeMs: number): PairBand | null {
  const time = timeBefore(records, timeMs);
  return ofCurrency(
    pairBandsOf(records.records, pair, time).map((band) => bandOver(band, time)),
    sign,
  );
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

/** The bounds of a price in each of some columns of a time, as numbers for a picture. */
export const bandColumns = (slots: readonly PriceSlot[], time: Interval, columns: number): readonly BandColumn[] =>
  foldedSlots(slots, time, columns).map(({ low, high }) => ({ low: numberOf(low), high: numberOf(high) }));

const numberOf = (micros: bigint | null): number | null => (micros === null ? null : Number(micros));
