import type { ConsoleState } from '../../../store/state.ts';
import { type PairPrice, PRICE_TIME_MS, type PriceRow, priceOfBand } from '../price.ts';
import { priceWithService, servicePrice } from '../service-prices.ts';
import { fidOf } from './rows.ts';

/** With prices of the service from before the first look, and no suggestion below its price now. */
export function rowWithService(state: ConsoleState, row: PriceRow, spanMs?: number): PriceRow {
  const { sign } = row.price.band;
  const price = priceWithService(state, row.price.band, { sign, own: row.price, ...spanOf(spanMs) });
  return price === null || price === row.price ? row : { ...row, price };
}

const spanOf = (spanMs: number | undefined) => (spanMs === undefined ? {} : { spanMs });

/** Of pairs that only the service knows. */
export function rowsOfService(state: ConsoleState, own: readonly PriceRow[], spanMs?: number): readonly PriceRow[] {
  const known = new Set(own.map(({ fid }) => fid));
  return [...(state.extras?.auctions?.value.values() ?? [])].flatMap(({ instance_type: type, region }) => {
    const sign = servicePrice(state, { type, region }, null)?.price.sign;
    const fid = fidOf({ type, region, sign: sign ?? '' });
    if (sign === undefined || known.has(fid)) return [];
    const price =
      priceWithService(state, { type, region }, { sign, own: null, ...spanOf(spanMs) }) ??
      emptyPrice(state, { type, region, sign });
    return [{ fid, instance_type: type, region, price, fillMs: null, stayMs: null }];
  });
}

function emptyPrice({ now }: ConsoleState, pair: Pick<PairPrice['band'], 'type' | 'region' | 'sign'>): PairPrice {
  const band = { ...pair, slots: [], bids: 0, seenAt: null, short: [] };
  return priceOfBand(band, { from: now - PRICE_TIME_MS, to: now });
}
