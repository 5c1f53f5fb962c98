import { type Interval, within } from '../../../lib/intervals.ts';
import { type BidRecord, type BidSteps, LONGEST_GAP_MS, type ObservedBid } from '../bid-record.ts';
import type { Pair, PriceBand } from '../price.ts';
import { type BidTime, priceBounds } from './bounds.ts';

/** By type and region, without bids lacking either. */
export const priceBandsOf = (records: readonly BidRecord[], time: Interval): readonly PriceBand[] =>
  [...pairsOf(records).values()].flatMap((bids) => bandsOf(bids, latestOf(records), time));

/** One for each currency. */
export const pairBandsOf = (records: readonly BidRecord[], pair: Pair, time: Interval): readonly PriceBand[] =>
  bandsOf(bidsOfPair(records, pair), latestOf(records), time);

export const bidsOfPair = (records: readonly BidRecord[], { type, region }: Pair): readonly ObservedBid[] =>
  pairsOf(records).get(pairKey(type, region)) ?? [];

const pairKey = (type: string, region: string): string => JSON.stringify([type, region]);

const pairs = new WeakMap<readonly BidRecord[], ReadonlyMap<string, readonly ObservedBid[]>>();

function pairsOf(records: readonly BidRecord[]): ReadonlyMap<string, readonly ObservedBid[]> {
  const known = pairs.get(records);
  if (known !== undefined) return known;
  const all = records.flatMap(({ bids, observed }) => bids.map((bid): ObservedBid => ({ bid, observed })));
  const found = Map.groupBy(
    all.filter(({ bid: { traits } }) => traits.type !== '' && traits.region !== ''),
    ({ bid: { traits } }) => pairKey(traits.type, traits.region),
  );
  pairs.set(records, found);
  return found;
}

const latestOf = (records: readonly BidRecord[]): number =>
  Math.max(...records.map(({ observed }) => observed.at(-1)?.to ?? Number.NEGATIVE_INFINITY));

const touches = (one: Interval, { from, to }: Interval): boolean => one.from < to && one.to > from;

const clipped = (one: Interval, { from, to }: Interval): Interval => ({
  from: Math.max(one.from, from),
  to: Math.min(one.to, to),
});

/** One for each currency. */
function bandsOf(bids: readonly ObservedBid[], latest: number, wanted: Interval): readonly PriceBand[] {
  const { type, region } = bids[0]?.bid.traits ?? { type: '', region: '' };
  const time = { from: wanted.from, to: Math.min(wanted.to, latest) };
  const open = new Map(bids.map(({ observed }) => [observed, openObserved(observed, latest)]));
  const times = bids.flatMap(({ bid, observed }) => timesOf(bid, open.get(observed) ?? observed));
  const bySign = [...Map.groupBy(times, ({ sign }) => sign)].sort(([a], [b]) => (a < b ? -1 : 1));
  return bySign.flatMap(([sign, own]): readonly PriceBand[] => {
    const seen = own.filter((one) => touches(one, time));
    if (seen.length === 0) return [];
    const { slots, short } = priceBounds(own);
    const shown = slots.filter((slot) => touches(slot, time)).map((slot) => ({ ...slot, ...clipped(slot, time) }));
    return [
      {
        type,
        region,
        sign,
        slots: shown,
        bids: new Set(seen.map(({ traits }) => traits.bid)).size,
        seenAt: shown.at(-1)?.to ?? null,
        short: short
          .filter((one) => touches(one.time, time))
          .map((one) => ({ ...one, time: { from: one.time.from, to: Math.min(one.time.to, time.to) } })),
      },
    ];
  });
}

/** Without an end to the last time while lists are still read. */
function openObserved(observed: readonly Interval[], latest: number): readonly Interval[] {
  const last = observed.at(-1);
  if (last === undefined || last.to < latest - LONGEST_GAP_MS) return observed;
  return [...observed.slice(0, -1), { from: last.from, to: Number.POSITIVE_INFINITY }];
}

const timesOf = (bid: BidSteps, observed: readonly Interval[]): readonly BidTime[] =>
  bid.steps.flatMap((_, n) => timesOfStep(bid, observed, n));

/** After a change no auction may have been held yet; milliseconds. */
const SETTLE_MS = 30_000;

function timesOfStep({ traits, steps }: BidSteps, observed: readonly Interval[], n: number): readonly BidTime[] {
  const step = steps[n];
  if (step === undefined || step.limit === null) return [];
  const { state, limit } = step;
  if (state !== 'allocated' && state !== 'open' && state !== 'preempting') return [];
  const before = steps[n - 1];
  // A new price, or a new or resumed bid, may be listed before the auction.
  const isDecided =
    before !== undefined &&
    before.state !== 'paused' &&
    before.limit?.micros === limit.micros &&
    before.limit.sign === limit.sign;
  const isFilled = state === 'allocated';
  const isNewlyFilled = isFilled && before?.state !== 'allocated';
  const from = step.at + (isDecided || isNewlyFilled ? 0 : SETTLE_MS);
  const to = Math.max(from, steps[n + 1]?.since ?? Number.POSITIVE_INFINITY);
  return within(observed, { from, to }).map((time) => ({
    ...time,
    traits,
    sign: limit.sign,
    limit: limit.micros,
    isFilled,
  }));
}
