import { type PriceSeries, readPriceHistory } from '../../contract/extras/price-history.ts';
import { MINUTE_MS } from '../../lib/duration.ts';
import { type Money, timesMoney } from '../../lib/money.ts';
import type { ConsoleState } from '../../store/state.ts';
import { auctionOf } from './auctions.ts';
import type { Dated, Extra, Send } from './extra.ts';
import { canCompare, unitBetween, unitOf, withUnit } from './price-unit.ts';
import { type WantedHistory, wantedIn } from './wanted.ts';

/** Between two requests for the same, in milliseconds. */
const EVERY_MS = 30 * MINUTE_MS;
/** Of each type and region. */
const MOST_SAMPLES = 400;
/** Samples of an answer about many types: with more it is too large. */
const SAMPLES_OF_ALL = 8_000;
const MOST_KEPT = 12;

type KnownHistory = { readonly wanted: WantedHistory; readonly series: readonly PriceSeries[] };

declare module './state.ts' {
  interface KnownExtras {
    readonly priceHistory?: ReadonlyMap<string, Dated<KnownHistory>>;
  }
}

const keyOf = ({ types, region, spanMs }: WantedHistory): string => JSON.stringify([types, region, spanMs]);

const sendFor =
  (wanted: WantedHistory, now: number): Send =>
  async (reads, path, signal) => {
    const { types, region, spanMs } = wanted;
    const query = {
      instance_types: [...types],
      region,
      num_samples: Math.max(2, Math.min(MOST_SAMPLES, Math.floor(SAMPLES_OF_ALL / types.length))),
      start_time: new Date(now - spanMs).toISOString(),
      end_time: new Date(now).toISOString(),
    };
    const answer = await reads.readForeign({ ...readPriceHistory, path }, { query }, { signal });
    if (!answer.ok) return answer;
    const { series } = answer.value;
    const isAsked = (one: PriceSeries): boolean =>
      types.includes(one.instance_type) && (region === null || one.region === region);
    if (!series.every(isAsked))
      return { ok: false, error: { kind: 'unexpected', why: 'it has prices of a type that was not asked for' } };
    const pairs = new Set(series.map((one) => JSON.stringify([one.instance_type, one.region])));
    if (pairs.size < series.length)
      return { ok: false, error: { kind: 'unexpected', why: 'a type is there twice in one region' } };
    return { ok: true, value: (readAt) => (state) => withHistory(state, { value: { wanted, series }, readAt }) };
  };

/** Keeps the answer, and compares the unit of its last prices with the auctions. */
function withHistory(state: ConsoleState, answer: Dated<KnownHistory>): ConsoleState {
  const key = keyOf(answer.value.wanted);
  const others = [...(state.extras?.priceHistory ?? [])].filter(([other]) => other !== key);
  const priceHistory = new Map([...others.slice(1 - MOST_KEPT), [key, answer]]);
  let next: ConsoleState = { ...state, extras: { ...state.extras, priceHistory } };
  for (const { instance_type: type, region, spot_prices: prices } of answer.value.series) {
    const last = auctionOf(next, type, region)?.last_instance_price ?? null;
    if (unitOf(next, type) === null) next = withUnit(next, type, unitBetween(prices.at(-1) ?? null, last));
  }
  return next;
}

export const priceHistory: Extra = {
  name: 'price-history',
  path: readPriceHistory.path,
  says: 'prices from before the first look',
  asks: (state) =>
    wantedIn(state)
      .histories.filter(({ types }) => types.length > 0 && canCompare(state, types))
      .map((wanted) => ({
        readAt: state.extras?.priceHistory?.get(keyOf(wanted))?.readAt ?? null,
        everyMs: EVERY_MS,
        isAwaited: false,
        send: sendFor(wanted, state.now),
      })),
  trial: ({ bid }) =>
    bid === null || bid.instance_type === null || bid.created_at === null
      ? null
      : sendFor({ types: [bid.instance_type], region: bid.region, spanMs: EVERY_MS }, bid.created_at),
};

/** A price per instance and hour from a time on, in milliseconds since 1970; null where the service has none. */
export type PastPrice = { readonly at: number; readonly price: Money | null };
/** What the service says of a time before it was asked. */
export type PastPrices = { readonly prices: readonly PastPrice[]; readonly readAt: number };

const found = new WeakMap<PriceSeries, { readonly unit: number; readonly prices: readonly PastPrice[] }>();

/** The same array while nothing changes. */
function pricesOf(series: PriceSeries, unit: number): readonly PastPrice[] {
  const known = found.get(series);
  if (known?.unit === unit) return known.prices;
  const prices = series.timestamps.map((at, n): PastPrice => {
    const price = series.spot_prices[n] ?? null;
    return { at, price: price && timesMoney(price, unit) };
  });
  found.set(series, { unit, prices });
  return prices;
}

/** Of a pair over a time before now, from the shortest answer that has all of it, else from the longest. */
export function pastPricesOf(
  state: Pick<ConsoleState, 'extras' | 'frozen' | 'shownInstead'>,
  { type, region }: { readonly type: string; readonly region: string },
  spanMs: number,
): PastPrices | null {
  const unit = unitOf(state, type);
  if (unit === null || state.frozen !== null || state.shownInstead !== null) return null;
  const all = [...(state.extras?.priceHistory?.values() ?? [])].flatMap(({ value: { wanted, series }, readAt }) => {
    const own = series.find((one) => one.instance_type === type && one.region === region);
    return own === undefined ? [] : [{ own, readAt, ms: wanted.spanMs }];
  });
  const sorted = all.toSorted((a, b) => a.ms - b.ms || b.readAt - a.readAt);
  const best = sorted.find(({ ms }) => ms >= spanMs) ?? sorted.at(-1);
  return best === undefined ? null : { prices: pricesOf(best.own, unit), readAt: best.readAt };
}
