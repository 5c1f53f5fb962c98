import { MINUTE_MS } from '../../../lib/duration.ts';
import { firstWhere, type Interval } from '../../../lib/intervals.ts';
import type { BidRecord, BidRecords, BidStep, ObservedBid } from '../bid-record.ts';
import {
  type FillTimes,
  ofCurrency,
  type Pair,
  type PairPrice,
  PRICE_TIME_MS,
  type PriceBand,
  type PriceRow,
  priceOfBand,
} from '../price.ts';
import { bidsOfPair, pairBandsOf, priceBandsOf } from './bands.ts';

export const timeBefore = ({ readAt }: BidRecords, ms: number): Interval => ({ from: readAt - ms, to: readAt });

export function pairPricesOf(records: BidRecords, ms = PRICE_TIME_MS): readonly PairPrice[] {
  const time = timeBefore(records, ms);
  return priceBandsOf(records.records, time).map((band) => priceOfBand(band, time));
}

/** From the last days; without a currency in that of most bids. */
export function pairPriceOf(records: BidRecords, pair: Pair, sign: string | null): PairPrice | null {
  const time = timeBefore(records, PRICE_TIME_MS);
  const band = ofCurrency(pairBandsOf(records.records, pair, time), sign);
  return band && priceOfBand(band, time);
}

export const priceRows = ({ records }: BidRecords, prices: readonly PairPrice[]): readonly PriceRow[] =>
  prices.map((price) => {
    const { type, region } = price.band;
    const times = fillTimes(records, price.band, price.time);
    return { fid: fidOf(price.band), instance_type: type, region, price, ...times };
  });

/** Names a row of Prices. */
export const fidOf = ({ type, region, sign }: Pick<PriceBand, 'type' | 'region' | 'sign'>): string =>
  [type, region, sign].map((part) => part.replaceAll('/', '%2F')).join('/');

/** Of a pair's bids: until filled, and until lost. */
export function fillTimes(records: readonly BidRecord[], pair: Pair, time: Interval): FillTimes {
  const spans = bidsOfPair(records, pair).flatMap((bid) => spansOf(bid, time));
  return { fillMs: medianTime(spans, 'fill'), stayMs: medianTime(spans, 'stay') };
}

/** In milliseconds; `happened` is false while not seen to end. */
type TimeSpan = { readonly kind: 'fill' | 'stay'; readonly ms: number; readonly happened: boolean };

const holdsInstances = (step: BidStep | undefined): boolean =>
  step?.state === 'allocated' || step?.state === 'preempting';

/** Waits and stays begun within the time. */
function spansOf({ bid: { steps }, observed }: ObservedBid, time: Interval): readonly TimeSpan[] {
  const spans: TimeSpan[] = [];
  let began: { readonly at: number; readonly kind: TimeSpan['kind'] } | null = null;
  const end = (to: number, happened: boolean): void => {
    if (began === null || began.at >= time.to) return;
    const { at, kind } = began;
    // In a gap a bid may have been lost and filled again.
    const seen = observed[firstWhere(observed, (one) => one.to > at)];
    const isSeen = seen !== undefined && seen.from <= at && to > at;
    const seenTo = isSeen ? Math.min(seen.to, to, time.to) : at;
    spans.push({ kind, ms: seenTo - at, happened: happened && to <= seenTo + MINUTE_MS });
  };
  for (let n = firstWhere(steps, ({ at }) => at >= time.from); n < steps.length; n++) {
    const step = steps[n];
    if (step === undefined) break;
    const before = steps[n - 1];
    const isHeld = holdsInstances(step);
    if (before?.state === step.state || (isHeld && holdsInstances(before))) continue;
    end(step.at, began?.kind === 'fill' ? isHeld : step.state === 'open');
    const isNew = before !== undefined || observed.some(({ from, to }) => from < step.at && to >= step.at);
    began = isNew && (isHeld || step.state === 'open') ? { at: step.at, kind: isHeld ? 'stay' : 'fill' } : null;
    if (step.at >= time.to) break;
    if (before === undefined && isNew && isHeld) spans.push({ kind: 'fill', ms: 0, happened: true });
  }
  end(time.to, false);
  return spans;
}

const LEAST = 3;

/** By Kaplan and Meier's estimate; null when too few were seen. */
function medianTime(spans: readonly TimeSpan[], kind: TimeSpan['kind']): number | null {
  const own = spans.filter((one) => one.kind === kind);
  if (own.filter(({ happened }) => happened).length < LEAST) return null;
  const sorted = own.toSorted((a, b) => a.ms - b.ms || Number(b.happened) - Number(a.happened));
  let left = 1;
  for (const [n, { ms, happened }] of sorted.entries()) {
    if (happened) left *= 1 - 1 / (sorted.length - n);
    if (left <= 0.5) return ms;
  }
  return null;
}
