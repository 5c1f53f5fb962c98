import { MINUTE_MS } from '../../lib/duration.ts';
import { gapsIn, type Interval, joined, within } from '../../lib/intervals.ts';
import { type Money, upToCents } from '../../lib/money.ts';
import type { ConsoleState } from '../../store/state.ts';
import { auctionOf, isFresh } from '../extras/auctions.ts';
import { type PastPrices, pastPricesOf } from '../extras/price-history.ts';
import {
  heldPrices,
  type Pair,
  type PairPrice,
  PRICE_TIME_MS,
  type PriceBand,
  type PriceSlot,
  priceOfBand,
} from './price.ts';

type Known = Pick<ConsoleState, 'extras' | 'now' | 'frozen' | 'shownInstead'>;

/** What the service says of a pair now. */
export type ServicePrice = { readonly price: Money; readonly free: number };

/** In the currency, if one is given; null while the service does not say it, and in a recording. */
export function servicePrice(state: Known, { type, region }: Pair, sign: string | null): ServicePrice | null {
  const auction = state.shownInstead === null ? auctionOf(state, type, region) : null;
  const price = auction?.last_instance_price;
  if (auction === null || price === undefined || (sign !== null && sign !== price.sign)) return null;
  return { price, free: auction.capacity };
}

/** Whether the service says prices now: then those of own bids are told from them. */
export const saysPrices = ({ extras, now, shownInstead }: Known): boolean =>
  shownInstead === null && extras?.auctions !== undefined && isFresh(extras.auctions, now);

/** Exact times of the prices that the service says. */
export const slotsOfPast = ({ prices, readAt }: PastPrices): readonly PriceSlot[] =>
  prices.flatMap(({ at, price }, n) => {
    const to = prices[n + 1]?.at ?? readAt;
    return price === null || to <= at ? [] : [{ from: at, to, waits: null, high: price.micros }];
  });

/** Where the service says no price, what own bids show. */
function slotsWithPast(own: readonly PriceSlot[], past: readonly PriceSlot[], time: Interval): readonly PriceSlot[] {
  const inTime = past.flatMap((slot) => within([slot], time).map((part) => ({ ...slot, ...part })));
  const gaps = gapsIn(joined(inTime), time);
  const beside = gaps.flatMap((gap) =>
    own.flatMap((slot) => within([slot], gap).map((part) => ({ ...slot, ...part }))),
  );
  return [...inTime, ...beside].sort((a, b) => a.from - b.from);
}

const made = new WeakMap<PastPrices['prices'], { readonly own: PairPrice | null; readonly price: PairPrice }>();

/** The same object while nothing changes. */
function withPast(pair: Pair, sign: string, own: PairPrice | null, past: PastPrices, spanMs: number): PairPrice {
  const known = made.get(past.prices);
  if (known?.own === own && known.price.band.sign === sign) return known.price;
  const time = own?.time ?? { from: past.readAt - spanMs, to: past.readAt };
  const slots = slotsWithPast(own?.band.slots ?? [], slotsOfPast(past), time);
  const band: PriceBand = {
    ...pair,
    bids: 0,
    short: [],
    ...own?.band,
    sign,
    slots,
    held: heldPrices(slots),
    seenAt: slots.at(-1)?.to ?? null,
    isOfService: true,
  };
  const price = priceOfBand(band, time);
  made.set(past.prices, { own, price });
  return price;
}

/** A suggestion below the price now would not win. */
function notBelow(price: PairPrice, least: Money | null): PairPrice {
  if (least === null) return price;
  const { micros } = upToCents(least);
  const raised = (suggested: bigint | null): bigint | null =>
    suggested === null || suggested >= micros ? suggested : micros;
  const holding = { often: raised(price.holding.often), mostly: raised(price.holding.mostly) };
  const isSame = holding.often === price.holding.often && holding.mostly === price.holding.mostly;
  return isSame ? price : { ...price, holding };
}

type Asked = {
  readonly sign: string | null;
  /** Null where no bid was seen. */
  readonly own: PairPrice | null;
  /** What a bid of the wanted quantity must offer. */
  readonly wins?: Money | null;
  /** Before now, in milliseconds. */
  readonly spanMs?: number;
};

/** What own bids show of a pair, with prices of the service from before, and no suggestion below its price now. */
export function priceWithService(
  state: Known,
  { type, region }: Pair,
  { sign, own, wins = null, spanMs = PRICE_TIME_MS }: Asked,
): PairPrice | null {
  const currency = sign ?? own?.band.sign ?? null;
  const now = servicePrice(state, { type, region }, currency);
  const past = pastPricesOf(state, { type, region }, spanMs);
  const pastSign = past?.prices.find(({ price }) => price !== null)?.price?.sign;
  const isUsed = past !== null && pastSign !== undefined && (currency === null || currency === pastSign);
  const known = isUsed ? withPast({ type, region }, pastSign, own, past, spanMs) : own;
  const least = wins !== null && wins.micros > (now?.price.micros ?? 0n) ? wins : (now?.price ?? null);
  return known && notBelow(known, least?.sign === known.band.sign ? least : null);
}

export type Contradiction = { readonly price: PairPrice; readonly service: Money; readonly high: bigint };

/** Newer than this, a bid shows the price now. In milliseconds. */
const NOW_MS = 2 * MINUTE_MS;

/** Prices of the service above the limit price of a bid that has its instances now. */
export const contradictionsOf = (state: Known, prices: readonly PairPrice[]): readonly Contradiction[] =>
  prices.flatMap((price) => {
    const { band, last } = price;
    const service = servicePrice(state, band, band.sign)?.price;
    if (service === undefined || last === null || last.high === null || state.now - last.to > NOW_MS) return [];
    return service.micros > last.high ? [{ price, service, high: last.high }] : [];
  });
