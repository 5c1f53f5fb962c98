import type { BidRecords } from './bid-record.ts';
import { type PairPrice, pairPricesOf } from './pair-prices.ts';
import { fillTimes } from './suggest-limit.ts';

declare module '../../resources/rows.ts' {
  interface Rows {
    readonly prices: PriceRow;
  }
}

/** What is known of the price of a type in a region, in one currency. */
export type PriceRow = {
  readonly fid: string;
  readonly instance_type: string;
  readonly region: string;
  readonly price: PairPrice;
  /** Usual time until a bid was filled, and for which it kept its instances, in milliseconds; null when not seen. */
  readonly fillMs: number | null;
  readonly stayMs: number | null;
};

/** The rows of the prices that the records show. */
export const priceRows = (records: BidRecords, prices = pairPricesOf(records)): readonly PriceRow[] =>
  prices.map((price) => {
    const { type, region, sign } = price.band;
    const fid = [type, region, sign].map((part) => part.replaceAll('/', '%2F')).join('/');
    return { fid, instance_type: type, region, price, ...fillTimes(records.records, price.band, price.time) };
  });
