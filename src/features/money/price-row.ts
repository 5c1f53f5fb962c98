import { atOnce, type Work } from '../../lib/work.ts';
import type { BidRecords } from './bid-record.ts';
import { type PairPrice, pairPricesInParts } from './pair-prices.ts';
import { fillTimesInParts } from './suggest-limit.ts';

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

const known = new WeakMap<BidRecords, readonly PriceRow[]>();

/** The rows of the prices that the records show; computed once for the same records. */
export const priceRows = (records: BidRecords): readonly PriceRow[] =>
  known.get(records) ?? atOnce(priceRowsInParts(records));

/** The same in parts. */
export function* priceRowsInParts(records: BidRecords): Work<readonly PriceRow[]> {
  const rows: PriceRow[] = [];
  for (const price of yield* pairPricesInParts(records)) {
    const { type, region, sign } = price.band;
    const fid = [type, region, sign].map((part) => part.replaceAll('/', '%2F')).join('/');
    const times = yield* fillTimesInParts(records.records, price.band, price.time);
    rows.push({ fid, instance_type: type, region, price, ...times });
  }
  known.set(records, rows);
  return rows;
}
