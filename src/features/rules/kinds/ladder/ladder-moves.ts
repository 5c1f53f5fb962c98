import { shortDuration } from '../../../../lib/duration.ts';
import type { LimitPrice } from '../../../money/bid-record.ts';
import type { RuleAction } from '../../engine/decision.ts';
import type { Hindrance } from '../../engine/hindrance.ts';
import { priceText } from '../../engine/price-text.ts';
import type { RuleBid, RuleView } from '../../engine/view.ts';
import { dueAt, type LadderBid } from './ladder-bids.ts';
import type { LadderReason, LadderRule } from './ladder-rule.ts';
import { loweredLimit, type NewLimit, raisedLimit } from './limit-steps.ts';

/** What a ladder does with a bid now: a step, one at a time to come, nothing, or nothing for a reason. */
export type Move =
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
        ? `${name} is outbid at its cap of ${priceText(cap)}`
        : `${name} is outbid at ${priceText(limit)}, above its cap of ${priceText(cap)}`,
    );
  const at = dueAt(known, waitMs);
  if (view.now < at) return { kind: 'later', at, text: `raise ${name} from ${priceText(limit)}` };
  const out = `outbid for ${shortDuration(view.now - known.since)}`;
  const raised = raisedLimit(step, limit, cap, () => view.band(type, region, limit.sign));
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
