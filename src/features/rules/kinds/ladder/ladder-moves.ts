import { HOUR_MS, shortDuration } from '../../../../lib/duration.ts';
import { upToCents } from '../../../../lib/money.ts';
import { SHARES, type Share } from '../../../../resources/context.ts';
import type { LimitPrice } from '../../../money/bid-record.ts';
import type { PriceBand } from '../../../money/price-bands.ts';
import { whyNoAdvice } from '../../../money/price-sentence.ts';
import { advisedLimit, heldPercent, lostLately } from '../../../money/suggest-limit.ts';
import type { RuleAction } from '../../engine/decision.ts';
import type { Hindrance } from '../../engine/hindrance.ts';
import type { RuleBid, RuleView } from '../../engine/view.ts';
import { priceText } from '../../engine/words.ts';
import { dueAt, type LadderBid } from './ladder-bids.ts';
import type { LadderReason, LadderRule, Step } from './ladder-rule.ts';

/** What a ladder does with a bid now: a step, one at a time to come, nothing, or nothing for a reason. */
type Move =
  | { readonly kind: 'step'; readonly action: RuleAction }
  | { readonly kind: 'later'; readonly at: number; readonly text: string }
  | { readonly kind: 'rest' }
  | { readonly kind: 'hindered'; readonly hindrance: Hindrance<LadderReason> };

const REST: Move = { kind: 'rest' };
const hindered = (reason: LadderReason, why: string): Move => ({ kind: 'hindered', hindrance: { reason, why } });

/** What is done with a bid that is neither out nor filled, or has no price. */
export const unreadable = ({ name, limit, state }: RuleBid): Move =>
  limit === null && state !== 'paused'
    ? hindered('unusable-price', `${name} is left alone, because its limit price can't be read`)
    : REST;

/** What is done with a bid that is out or filled. */
export function moveOf(rule: LadderRule, known: LadderBid, bid: RuleBid, view: RuleView): Move {
  const { limit, name } = bid;
  if (limit === null || bid.isBusy) return REST;
  const bound = known.isOut ? rule.cap : rule.lower?.floor;
  if (bound === undefined) return REST;
  if (bound.sign !== limit.sign)
    return hindered(
      'unusable-price',
      `${name} is left alone, because its limit price of ${priceText(limit)} can't be compared with ${priceText(bound)}`,
    );
  return known.isOut ? raise(rule, known, { ...bid, limit }, view) : lower(rule, known, { ...bid, limit }, view);
}

type PricedBid = RuleBid & { readonly limit: LimitPrice };

function raise(rule: LadderRule, known: LadderBid, bid: PricedBid, view: RuleView): Move {
  const { name, limit, type, region } = bid;
  const { cap, step, waitMs } = rule;
  if (limit.micros >= cap.micros)
    return hindered(
      'at-cap',
      limit.micros === cap.micros
        ? `${name} is out at its cap of ${priceText(cap)}`
        : `${name} is out at ${priceText(limit)}, above its cap of ${priceText(cap)}`,
    );
  const at = dueAt(known, waitMs);
  if (view.now < at) return { kind: 'later', at, text: `raise ${name} from ${priceText(limit)}` };
  // Whether for the price or for capacity, no list says.
  const out = `out for ${shortDuration(view.now - known.since)}`;
  const raised = raisedLimit(step, limit, cap, view.now, () => view.band(type, region, limit.sign));
  return stepTo(known, bid, raised, out, `cap ${priceText(cap)}`);
}

function lower({ lower, step }: LadderRule, known: LadderBid, bid: PricedBid, view: RuleView): Move {
  const { name, limit, type, region } = bid;
  if (lower === null || limit.micros <= lower.floor.micros) return REST;
  const at = dueAt(known, lower.afterMs);
  if (view.now < at) return { kind: 'later', at, text: `lower ${name} from ${priceText(limit)}` };
  const filled = `filled for ${shortDuration(view.now - known.since)}`;
  const lowered = loweredLimit(step, limit, lower.floor, view.band(type, region, limit.sign), view.now);
  return stepTo(known, bid, lowered, filled, `floor ${priceText(lower.floor)}`);
}

function stepTo(
  { isOut, isRehearsed }: LadderBid,
  { fid, name, limit }: PricedBid,
  to: NewLimit,
  because: string,
  bound: string,
): Move {
  if (to.kind === 'none')
    return hindered(
      isOut ? 'not-raised' : 'not-lowered',
      `${name} at ${priceText(limit)} is not ${isOut ? 'raised' : 'lowered'}: ${to.why}`,
    );
  if (isRehearsed) return REST;
  const next = { sign: limit.sign, micros: to.micros };
  const reason = `${because}, limit price ${priceText(limit)} to ${priceText(next)}${to.because}, ${bound}`;
  return { kind: 'step', action: { kind: 'limit', fid, name, reason, limit: next } };
}

/** A new limit price in micros with what it follows from, or why there is none. Both are parts of a sentence; empty when there is nothing to add. */
type NewLimit =
  | { readonly kind: 'new'; readonly micros: bigint; readonly because: string }
  | { readonly kind: 'none'; readonly why: string };

const none = (why: string): NewLimit => ({ kind: 'none', why });
const advised = (band: PriceBand | null, share: Share, now: number): bigint | null =>
  band === null ? null : advisedLimit(band, SHARES[share], now);
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
function raisedLimit(
  step: Step,
  { sign, micros }: LimitPrice,
  cap: LimitPrice,
  now: number,
  bandOf: () => PriceBand | null,
): NewLimit {
  const band = step.kind === 'held' ? bandOf() : null;
  const often = advised(band, 'often', now);
  if (step.kind === 'held' && often === null)
    return none(band === null ? 'not enough seen yet' : whyNoAdvice({ band, lost: lostLately(band, now) }));
  const percent = band === null || often === null ? null : heldPercent(band, often);
  const goal = cents(step.kind === 'held' ? (often ?? micros) : micros + sizeOf(step, micros));
  if (goal <= micros) return none(`${priceText({ sign, micros: goal })} already held ${percent} % of the last 7 days`);
  if (goal > cap.micros) return { kind: 'new', micros: cap.micros, because: '' };
  return {
    kind: 'new',
    micros: goal,
    because: step.kind === 'held' ? `, which held ${percent} % of the last 7 days` : '',
  };
}

/**
 * The price that a step down leads to: not below the floor, not below what held 99 % of the last 7 days, and above the highest
 * price that the last hour can have had. When one of these is not known there is none. The floor is in the currency of the price.
 */
function loweredLimit(
  step: Step,
  { sign, micros }: LimitPrice,
  floor: LimitPrice,
  band: PriceBand | null,
  now: number,
): NewLimit {
  const mostly = advised(band, 'mostly', now);
  if (mostly === null) return none('which price held 99 % of the last 7 days is not known');
  const upper = (band?.slots ?? []).flatMap(({ to, high }) => (high !== null && to > now - HOUR_MS ? [high] : []));
  if (upper.length === 0) return none('nothing shows the price of the last hour');
  const most = highest(...upper);
  const goal = step.kind === 'held' ? (advised(band, 'often', now) ?? mostly) : micros - sizeOf(step, micros);
  const safe = highest(cents(goal), mostly, cents(most + 1n), floor.micros);
  const known = `${priceText({ sign, micros: mostly })} held 99 % of the last 7 days, and the last hour was at most ${priceText({ sign, micros: most })}`;
  return safe < micros ? { kind: 'new', micros: safe, because: `, ${known}` } : none(known);
}
