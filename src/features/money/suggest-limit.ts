import { HOUR_MS, MINUTE_MS } from '../../lib/duration.ts';
import { firstWhere, type Interval } from '../../lib/intervals.ts';
import { upToCents } from '../../lib/money.ts';
import type { BidRecord, BidSteps } from './bid-record.ts';
import { bidsOfPair, type HeldPrice, type PriceBand } from './price-bands.ts';

/** Least time with bounds from which a share is computed, in milliseconds. */
const LEAST_SEEN_MS = HOUR_MS;
/** Largest part of the time of a band in which a limit price may be neither above nor below the bounds. */
const MOST_UNKNOWN = 0.1;

const cache = new WeakMap<PriceBand, readonly HeldPrice[]>();

/** The limit prices of which is known how often they would have held, the lowest first; none when too little was seen. */
export function heldPrices(band: PriceBand): readonly HeldPrice[] {
  const known = band.held ?? cache.get(band) ?? heldIn(band);
  cache.set(band, known);
  return known;
}

function heldIn(band: PriceBand): readonly HeldPrice[] {
  const filled = new Map<bigint, number>();
  const outbid = new Map<bigint, number>();
  let total = 0;
  for (const { from, to, low, high } of band.slots) {
    total += to - from;
    if (high !== null) filled.set(high, (filled.get(high) ?? 0) + to - from);
    if (low !== null) outbid.set(low, (outbid.get(low) ?? 0) + to - from);
  }
  const limits = [...new Set([...filled.keys(), ...outbid.keys()])].sort((a, b) => (a < b ? -1 : 1));
  let lost = [...outbid.values()].reduce((sum, ms) => sum + ms, 0);
  let held = 0;
  let share = 0;
  const prices: HeldPrice[] = [];
  for (const limit of limits) {
    held += filled.get(limit) ?? 0;
    if (total >= LEAST_SEEN_MS && total - held - lost <= total * MOST_UNKNOWN) {
      share = Math.max(share, held / (held + lost));
      prices.push({ limit, share });
    }
    lost -= outbid.get(limit) ?? 0;
  }
  return prices;
}

/** The part of the seen time in which a limit price would have been at or above the spot price; null: not enough seen yet. */
export function heldShare(band: PriceBand, limit: bigint): number | null {
  const prices = heldPrices(band);
  const above = prices.findIndex((one) => one.limit >= limit);
  const [a, b] = [prices[above < 0 ? prices.length - 1 : above - 1], prices[above]];
  if (b?.limit === limit) return b.share;
  // A higher price holds at least as often, a lower one at most.
  if (a === undefined) return b?.share === 0 ? 0 : null;
  if (b === undefined) return a.share;
  return a.share + ((b.share - a.share) * Number(limit - a.limit)) / Number(b.limit - a.limit);
}

/** The lowest limit price that would have held for a share of the seen time, rounded up to the cent; null: not enough seen yet. */
export function limitHolding(band: PriceBand, share: number): bigint | null {
  const prices = heldPrices(band);
  const above = prices.findIndex((one) => one.share >= share);
  const [a, b] = [prices[above - 1], prices[above]];
  if (b === undefined) return null;
  if (a === undefined || b.share === a.share) return b.share === share || a !== undefined ? b.limit : null;
  const part = (share - a.share) / (b.share - a.share);
  const exact = a.limit + BigInt(Math.ceil(Number(b.limit - a.limit) * part));
  const cents = upToCents({ sign: band.sign, micros: exact }).micros;
  return cents < b.limit ? cents : b.limit;
}

/** Time before the last look in which a bid that was outbid, or may have been, speaks against its limit price, in milliseconds. */
const LATELY_MS = 10 * MINUTE_MS;

/**
 * The highest limit price that lost lately, or may have: outbid, or open where either price or capacity can be the reason. One with which
 * a bid had its instances after that did not. Null when none did, and when nobody looked for an hour.
 */
export function lostLately({ slots, seenAt, contradictions }: PriceBand, now: number): bigint | null {
  const end = Math.max(seenAt ?? 0, ...contradictions.map(({ time }) => time.to));
  if (now - end >= HOUR_MS) return null;
  const losses = [
    ...slots.flatMap(({ to, low }) => (low === null ? [] : [{ to, limit: low }])),
    ...contradictions.flatMap(({ reason, limit, time }) =>
      reason === 'capacity-not-seen' ? [{ to: time.to, limit }] : [],
    ),
  ].filter(({ to }) => to > end - LATELY_MS);
  const fills = slots.filter(({ to }) => to > end - LATELY_MS);
  return losses.reduce<bigint | null>((most, { to, limit }) => {
    const held = fills.some(({ high, ...fill }) => high !== null && high <= limit && fill.to > to);
    return held || (most !== null && most >= limit) ? most : limit;
  }, null);
}

/** The limit price that is advised, wherever one is. Amounts in micros. */
export const advisedLimit = (band: PriceBand, share: number, now: number): bigint | null =>
  limitAbove(band, share, lostLately(band, now));

/**
 * The lowest limit price that would have held for a share of the seen time; where that lost lately, the one at which a bid has its instances.
 * Null when neither is known. `lost` is the highest that lost lately.
 */
export function limitAbove(band: PriceBand, share: number, lost: bigint | null): bigint | null {
  const holding = limitHolding(band, share);
  if (lost === null || (holding !== null && holding > lost)) return holding;
  const { high = null } = band.slots.at(-1) ?? {};
  return high !== null && high > lost && (heldShare(band, high) ?? 0) >= share ? high : null;
}

/** The share of the seen time that a limit price would have held, in whole per cent, rounded down; null when too little was seen. */
export function heldPercent(band: PriceBand, limit: bigint): number | null {
  const share = heldShare(band, limit);
  return share === null ? null : Math.floor(share * 100 + 1e-9);
}

export type FillTimes = {
  /** Median time until a bid was filled, in milliseconds; null: not enough seen yet. */
  readonly fillMs: number | null;
  /** Median time that a filled bid kept its instances, in milliseconds; null: not enough seen yet. */
  readonly stayMs: number | null;
};

/** How long bids of a type and region took to be filled, and how long they stayed. */
export function fillTimes(
  records: readonly BidRecord[],
  pair: { readonly type: string; readonly region: string },
  time: Interval,
): FillTimes {
  const fills: TimeSpan[] = [];
  const stays: TimeSpan[] = [];
  for (const { bid, observed } of bidsOfPair(records, pair)) addSpans(bid, observed, time, { fills, stays });
  return { fillMs: medianTime(fills), stayMs: medianTime(stays) };
}

/** Adds the spans of a bid that began within a time. */
function addSpans(
  { steps }: BidSteps,
  observed: readonly Interval[],
  time: Interval,
  { fills, stays }: { readonly fills: TimeSpan[]; readonly stays: TimeSpan[] },
): void {
  // What began before the time does not count.
  const first = firstWhere(steps, ({ at }) => at >= time.from);
  let began: { at: number; isOpen: boolean } | null = null;
  const observedAt = (at: number): Interval | undefined => observed[firstWhere(observed, ({ to }) => to > at)];
  const end = (to: number, happened: boolean): void => {
    if (began === null || began.at >= time.to) return;
    // In a gap a bid may have been lost and filled again.
    const one = observedAt(began.at);
    const wholeTo = one === undefined || one.from > began.at || to <= began.at ? null : Math.min(one.to, to);
    const seenTo = wholeTo === null ? began.at : Math.min(wholeTo, time.to);
    (began.isOpen ? fills : stays).push({ ms: seenTo - began.at, happened: happened && to <= seenTo + MINUTE_MS });
  };
  for (let n = first; n < steps.length; n++) {
    const step = steps[n];
    if (step === undefined) break;
    const before = steps[n - 1];
    const wasHeld = before?.state === 'allocated' || before?.state === 'preempting';
    const isHeld = step.state === 'allocated' || step.state === 'preempting';
    if (wasHeld === isHeld && before?.state === step.state) continue;
    if (wasHeld && isHeld) continue;
    end(step.at, began?.isOpen === true ? isHeld : step.state === 'open');
    const isNew = before !== undefined || observed.some(({ from, to }) => from < step.at && to >= step.at);
    began = isNew && (isHeld || step.state === 'open') ? { at: step.at, isOpen: !isHeld } : null;
    if (step.at >= time.to) break;
    if (before === undefined && isNew && isHeld) fills.push({ ms: 0, happened: true });
  }
  end(time.to, false);
}

/** A time that something took, in milliseconds; when it had not yet happened, the time that it was seen not to happen. */
type TimeSpan = { readonly ms: number; readonly happened: boolean };

/** Least number of times that a median is computed from. */
const LEAST = 3;

/** The median time until something happens; those that still wait count as at least as long as they were seen. Null when too few were seen. */
function medianTime(spans: readonly TimeSpan[]): number | null {
  if (spans.filter(({ happened }) => happened).length < LEAST) return null;
  const sorted = [...spans].sort((a, b) => a.ms - b.ms || Number(b.happened) - Number(a.happened));
  let left = 1;
  for (const [n, { ms, happened }] of sorted.entries()) {
    // The estimate of Kaplan and Meier.
    if (happened) left *= 1 - 1 / (sorted.length - n);
    if (left <= 0.5) return ms;
  }
  return null;
}
