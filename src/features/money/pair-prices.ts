import { DAY_MS } from '../../lib/duration.ts';
import type { Interval } from '../../lib/intervals.ts';
import { SHARES, type Share } from '../../resources/context.ts';
import type { BandColumn } from './band-chart.ts';
import type { BidRecords } from './bid-record.ts';
import { type PriceBand, type PriceFolds, pairBandsOf, priceBandsOf } from './price-bands.ts';
import { limitAbove, lostLately } from './suggest-limit.ts';

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
  /** The limit prices that are advised for these shares of the time, in micros; null when none is known. */
  readonly holding: { readonly [Each in Share]: bigint | null };
  /** The highest limit price that lost lately, or may have, in micros. */
  readonly lost: bigint | null;
};

/** What the last days before the records were read show of all pairs. */
export function pairPricesOf(records: BidRecords, folds?: PriceFolds): readonly PairPrice[] {
  const time = timeBefore(records, PRICE_TIME_MS);
  return priceBandsOf(records.records, time, folds).map((band) => priceOfBand(band, time));
}

/** A time before records were read. */
export const timeBefore = ({ readAt }: BidRecords, ms: number): Interval => ({ from: readAt - ms, to: readAt });

/** What is known and advised from a band over a time. */
export function priceOfBand(band: PriceBand, time: Interval): PairPrice {
  const lost = lostLately(band, time.to);
  const holding = { often: limitAbove(band, SHARES.often, lost), mostly: limitAbove(band, SHARES.mostly, lost) };
  const last = band.slots.findLast(({ low, high }) => low !== null || high !== null) ?? null;
  return { band, time, last, holding, lost };
}

const isOf = (one: Pair, { type, region }: Pair): boolean => one.type === type && one.region === region;

/** Of several currencies a given one, or that of most bids. */
export function ofCurrency<Of>(own: readonly Of[], sign: string | null, bandOf: (one: Of) => PriceBand): Of | null {
  const all = own.filter((one) => sign === null || bandOf(one).sign === sign);
  return all.toSorted((a, b) => bandOf(b).bids - bandOf(a).bids)[0] ?? null;
}

/** What the last days show of a pair: in one currency, or in that of most bids. */
export const pairPriceIn = (prices: readonly PairPrice[], pair: Pair, sign: string | null): PairPrice | null =>
  ofCurrency(
    prices.filter(({ band }) => isOf(band, pair)),
    sign,
    ({ band }) => band,
  );

/** The same from records. */
export function pairPriceOf(
  records: BidRecords,
  pair: Pair,
  sign: string | null,
  folds?: PriceFolds,
): PairPrice | null {
  const time = timeBefore(records, PRICE_TIME_MS);
  const band = ofCurrency(pairBandsOf(records.records, pair, time, folds), sign, (one) => one);
  return band && priceOfBand(band, time);
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
