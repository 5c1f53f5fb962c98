import { HOUR_MS } from '../../../../lib/duration.ts';
import { upToCents } from '../../../../lib/money.ts';
import type { LimitPrice } from '../../../money/bid-record.ts';
import type { PriceBand } from '../../../money/price-bands.ts';
import { limitHolding } from '../../../money/suggest-limit.ts';
import { priceText } from '../../engine/price-text.ts';
import type { Step } from './ladder-rule.ts';

/** Part of the last 7 days for which a price must have held, to be raised to, and to be lowered to. */
const OFTEN = 0.9;
const MOSTLY = 0.99;

/** A new limit price in micros with what it follows from, or why there is none. Both are parts of a sentence; empty when there is nothing to add. */
export type NewLimit =
  | { readonly kind: 'new'; readonly micros: bigint; readonly because: string }
  | { readonly kind: 'none'; readonly why: string };

const none = (why: string): NewLimit => ({ kind: 'none', why });
const held = (band: PriceBand | null, share: number): bigint | null =>
  band === null ? null : limitHolding(band, share);
const highest = (...amounts: readonly bigint[]): bigint => amounts.reduce((most, one) => (one > most ? one : most));

/** An amount rounded up to whole cents, in micros. */
const cents = (micros: bigint): bigint => upToCents({ sign: '', micros }).micros;

/** How far a step by an amount or by per cent goes, in micros, rounded up. */
function sizeOf(step: Exclude<Step, { readonly kind: 'held' }>, micros: bigint): bigint {
  if (step.kind === 'amount') return step.micros;
  const hundredths = BigInt(Math.round(step.percent * 100));
  return (micros * hundredths + 9_999n) / 10_000n;
}

/** The price that a step up leads to: whole cents, cut to the cap. The cap is in the currency of the price. */
export function raisedLimit(
  step: Step,
  { sign, micros }: LimitPrice,
  cap: LimitPrice,
  band: () => PriceBand | null,
): NewLimit {
  const often = step.kind === 'held' ? held(band(), OFTEN) : null;
  if (step.kind === 'held' && often === null) return none('not enough was seen of its price in the last 7 days');
  const goal = cents(step.kind === 'held' ? (often ?? micros) : micros + sizeOf(step, micros));
  if (goal <= micros) return none(`${priceText({ sign, micros: goal })} already held 90 % of the last 7 days`);
  if (goal > cap.micros) return { kind: 'new', micros: cap.micros, because: '' };
  return { kind: 'new', micros: goal, because: step.kind === 'held' ? ', which held 90 % of the last 7 days' : '' };
}

/**
 * The price that a step down leads to: not below the floor, not below what held 99 % of the last 7 days, and above the highest
 * price that the last hour can have had. When one of these is not known there is none. The floor is in the currency of the price.
 */
export function loweredLimit(
  step: Step,
  { sign, micros }: LimitPrice,
  floor: LimitPrice,
  band: PriceBand | null,
  now: number,
): NewLimit {
  const mostly = held(band, MOSTLY);
  if (mostly === null) return none('which price held 99 % of the last 7 days is not known');
  const upper = (band?.slots ?? []).flatMap(({ to, high }) => (high !== null && to > now - HOUR_MS ? [high] : []));
  if (upper.length === 0) return none('nothing shows the price of the last hour');
  const most = highest(...upper);
  const goal = step.kind === 'held' ? (held(band, OFTEN) ?? mostly) : micros - sizeOf(step, micros);
  const safe = highest(cents(goal), mostly, cents(most + 1n), floor.micros);
  const known = `${priceText({ sign, micros: mostly })} held 99 % of the last 7 days, and the last hour was at most ${priceText({ sign, micros: most })}`;
  return safe < micros ? { kind: 'new', micros: safe, because: `, ${known}` } : none(known);
}
