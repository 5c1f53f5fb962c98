import type { Interval } from '../../lib/intervals.ts';
import { type BidTime, bidTimes, observedKey, openObserved } from './bands/bid-times.ts';
import { type PriceBounds, type PriceSlot, priceBounds, type UnboundBid } from './bands/price-bounds.ts';
import type { BidRecord, BidSteps } from './bid-record.ts';

/** Bounds of the spot price of a type in a region and a currency over a time, from the bids of an operator. */
export type PriceBand = {
  readonly type: string;
  readonly region: string;
  readonly sign: string;
  /** Times with a bound, oldest first. Equal bounds that follow each other are one slot. */
  readonly slots: readonly PriceSlot[];
  /** Number of bids that were open, allocated or preempting. */
  readonly bids: number;
  /** Last time with a bound, in milliseconds since 1970. */
  readonly seenAt: number | null;
  /** Bids that were open or preempting and are no bound, for capacity can be the reason: their last such time. */
  readonly contradictions: readonly UnboundBid[];
};

/** Bounds of a pair in one currency over all time, and the times of its bids. */
type WholeBand = PriceBounds & { readonly sign: string; readonly times: readonly BidTime[] };
type Pair = { readonly bids: BidSteps[]; readonly observed: (readonly Interval[])[] };
type CachedBands = { readonly pair: Pair; readonly bands: readonly WholeBand[] };

const cache = new WeakMap<BidSteps['steps'], CachedBands>();

const isSamePair = (a: Pair, b: Pair): boolean =>
  a.bids.length === b.bids.length &&
  a.bids.every(({ steps }, n) => steps === b.bids[n]?.steps) &&
  a.observed.every((one, n) => observedKey(one) === observedKey(b.observed[n] ?? []));

/** The bounds of a pair. Nothing is computed again until one of its bids has a new step, or there is a new gap. */
function wholeBands(pair: Pair): readonly WholeBand[] {
  const key = pair.bids[0]?.steps ?? [];
  const known = cache.get(key);
  if (known !== undefined && isSamePair(known.pair, pair)) return known.bands;
  const times = pair.bids.flatMap((bid, n) => bidTimes(bid, pair.observed[n] ?? []));
  const bands = [...Map.groupBy(times, ({ sign }) => sign)].map(([sign, own]) => ({
    sign,
    times: own,
    ...priceBounds(own),
  }));
  cache.set(key, { pair, bands });
  return bands;
}

/** The price bands of each type and region over a time. Bids without a type or region are in none. */
export function priceBandsOf(records: readonly BidRecord[], time: Interval): readonly PriceBand[] {
  const latest = Math.max(...records.map(({ observed }) => observed.at(-1)?.to ?? Number.NEGATIVE_INFINITY));
  const pairs = new Map<string, Pair>();
  for (const record of records) {
    const observed = openObserved(record, latest);
    for (const bid of record.bids) {
      const { type, region } = bid.traits;
      if (type === '' || region === '') continue;
      const key = JSON.stringify([type, region]);
      const pair = pairs.get(key) ?? { bids: [], observed: [] };
      pair.bids.push(bid);
      pair.observed.push(observed);
      pairs.set(key, pair);
    }
  }
  const shown = { from: time.from, to: Math.min(time.to, latest) };
  return [...pairs.values()].flatMap((pair) => {
    const { type = '', region = '' } = pair.bids[0]?.traits ?? {};
    return wholeBands(pair).flatMap((whole) => cut(whole, shown, { type, region }));
  });
}

const touches = (one: Interval, { from, to }: Interval): boolean => one.from < to && one.to > from;

function cut(
  { sign, slots, unbound, times }: WholeBand,
  time: Interval,
  traits: Pick<PriceBand, 'type' | 'region'>,
): readonly PriceBand[] {
  const seen = new Set<string>();
  for (const one of times)
    if (one.state !== 'unknown' && one.state !== 'leaving' && touches(one, time)) seen.add(one.traits.bid);
  if (seen.size === 0) return [];
  const within = slots.flatMap((slot) =>
    touches(slot, time) ? [{ ...slot, from: Math.max(slot.from, time.from), to: Math.min(slot.to, time.to) }] : [],
  );
  return [
    {
      ...traits,
      sign,
      slots: within,
      bids: seen.size,
      seenAt: within.at(-1)?.to ?? null,
      contradictions: unbound
        .filter((one) => touches(one.time, time))
        .map((one) => ({ ...one, time: { from: one.time.from, to: Math.min(one.time.to, time.to) } })),
    },
  ];
}
