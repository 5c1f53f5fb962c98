import * as z from 'zod';
import { BidFid } from '../../../contract/fid.ts';
import { DAY_MS, HOUR_MS, shortDuration } from '../../../lib/duration.ts';
import { upToCents } from '../../../lib/money.ts';
import { SHARES, type Share } from '../../../resources/context.ts';
import type { LimitPrice } from '../../money/bid-record.ts';
import { advisedLimit, heldPercent, lostLately, type PriceBand } from '../../money/price.ts';
import { heldText, whyNoAdvice } from '../../money/price-sentence.ts';
import { type Hindrance, keptPrice, type RuleAction, type RuleLogic } from '../engine/decision.ts';
import { ruleKind } from '../engine/kind.ts';
import { BID_MS, LISTS_MS, seenMinute, unseenBetween } from '../engine/needs.ts';
import { type CommonRule, priceText, type Selection, selectedText, timeText } from '../engine/rule.ts';
import { bidsSelected, type RuleBid, type RuleView } from '../engine/view.ts';
import {
  amountSuchAs,
  capped,
  common,
  commonOf,
  type FilterSchema,
  percentOrPrice,
  selected,
  selectionOf,
  table,
  time,
  type Wrong,
  written,
  wrongBids,
} from '../engine/written.ts';

/** `held`: to the price of 90 % of the time. */
type Step =
  | { readonly kind: 'amount'; readonly micros: bigint }
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'held' };

/** Raises the limit price of waiting bids up to a cap, and lowers it after a long run. */
export type LadderRule = CommonRule & {
  readonly kind: 'ladder';
  readonly bids: Selection;
  readonly waitMs: number;
  readonly step: Step;
  readonly cap: LimitPrice;
  /** How long a bid must be allocated before it is lowered. */
  readonly lower: { readonly afterMs: number; readonly floor: LimitPrice } | null;
};

const ladderHindrances = {
  'at-cap': { isSaid: true, help: 'A bid is out, and its limit price is at the cap or above it.' },
  'not-raised': { isSaid: true, help: 'With step = "held": no higher price is known to hold.' },
  'not-lowered': { isSaid: false, help: 'No lower price is known to hold.' },
  'unusable-price': {
    isSaid: true,
    help: 'The limit price of a bid can not be read, or is in another currency than the cap.',
  },
} as const;

type LadderReason = keyof typeof ladderHindrances;

/** Longest wait after refused writes. */
const LONGEST_MS = DAY_MS;
const MOST_DOUBLED = 10;

/** A bid out or filled. */
const LadderBid = z.object({
  fid: BidFid,
  /** Open or preempting; otherwise allocated. */
  isOut: z.boolean(),
  /** When the rule first saw it so, plus unseen time. */
  since: z.int(),
  /** `since`, its last step, or the last change of its price by others. */
  waitsFrom: z.int(),
  /** As the rule saw or set it last. */
  price: keptPrice,
  /** Refused or lost writes in a row. */
  failed: z.int(),
  /** Whether its next step was rehearsed. */
  isRehearsed: z.boolean(),
});
type LadderBid = z.output<typeof LadderBid>;

/** What is remembered of a bid; null without a price, or when it is neither out nor filled. Unseen time doesn't count. */
function followed(
  before: LadderBid | undefined,
  { fid, state, limit, isBusy }: RuleBid,
  { now, unseenMs }: { readonly now: number; readonly unseenMs: number },
): LadderBid | null {
  const isOut = state === 'open' || state === 'preempting';
  if (limit === null || !(isOut || state === 'allocated')) return null;
  const anew = { fid, isOut, since: now, waitsFrom: now, price: limit, failed: 0, isRehearsed: false };
  if (before === undefined || before.isOut !== isOut || (!isOut && unseenMs !== 0)) return anew;
  const since = Math.min(before.since + unseenMs, now);
  // While a write is under way either price may be listed.
  if (!isBusy && !isSame(before.price, limit)) return { ...anew, since };
  return { ...before, since, waitsFrom: Math.min(before.waitsFrom + unseenMs, now) };
}

const isSame = (a: LimitPrice, b: LimitPrice): boolean => a.sign === b.sign && a.micros === b.micros;

/** Each failed write doubles the wait, up to a day. */
function dueAt({ waitsFrom, failed }: LadderBid, waitMs: number): number {
  const doubled = waitMs * 2 ** Math.min(failed, MOST_DOUBLED);
  return waitsFrom + Math.max(waitMs, Math.min(doubled, LONGEST_MS));
}

type Move =
  | { readonly kind: 'step'; readonly action: RuleAction }
  | { readonly kind: 'later'; readonly at: number; readonly text: string }
  | { readonly kind: 'rest' }
  | { readonly kind: 'hindered'; readonly hindrance: Hindrance<LadderReason> };

const REST: Move = { kind: 'rest' };
const hindered = (reason: LadderReason, why: string): Move => ({ kind: 'hindered', hindrance: { reason, why } });

const unreadable = ({ name, limit, state }: RuleBid): Move =>
  limit === null && state !== 'paused'
    ? hindered('unusable-price', `${name} is left alone, because its limit price can't be read`)
    : REST;

function moveOf(rule: LadderRule, known: LadderBid, bid: RuleBid, view: RuleView): Move {
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
  // No list says whether price or capacity is missing.
  const out = `out for ${shortDuration(view.now - known.since)}`;
  const least = priceNow(view, bid);
  const raised = raisedLimit(step, limit, { cap, least }, view.now, () => view.band(type, region, limit.sign));
  return stepTo(known, bid, raised, out, `cap ${priceText(cap)}`);
}

function lower({ lower, step }: LadderRule, known: LadderBid, bid: PricedBid, view: RuleView): Move {
  const { name, limit, type, region } = bid;
  if (lower === null || limit.micros <= lower.floor.micros) return REST;
  const at = dueAt(known, lower.afterMs);
  if (view.now < at) return { kind: 'later', at, text: `lower ${name} from ${priceText(limit)}` };
  const filled = `filled for ${shortDuration(view.now - known.since)}`;
  const least = { floor: lower.floor, least: priceNow(view, bid) };
  const lowered = loweredLimit(step, limit, least, view.band(type, region, limit.sign), view.now);
  return stepTo(known, bid, lowered, filled, `floor ${priceText(lower.floor)}`);
}

/** In micros; null where the service does not say it. */
const priceNow = ({ priceNow: said }: RuleView, { type, region, limit }: PricedBid): bigint | null =>
  said?.(type, region, limit.sign) ?? null;

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

/** `because` and `why` are clauses. */
type NewLimit =
  | { readonly kind: 'new'; readonly micros: bigint; readonly because: string }
  | { readonly kind: 'none'; readonly why: string };

const none = (why: string): NewLimit => ({ kind: 'none', why });
const advised = (band: PriceBand | null, share: Share, now: number): bigint | null =>
  band === null ? null : advisedLimit(band, SHARES[share], now);
const highest = (...amounts: readonly bigint[]): bigint => amounts.reduce((most, one) => (one > most ? one : most));

/** Rounded up, in micros. */
const cents = (micros: bigint): bigint => upToCents({ sign: '', micros }).micros;

/** In micros, rounded up. */
function sizeOf(step: Exclude<Step, { readonly kind: 'held' }>, micros: bigint): bigint {
  if (step.kind === 'amount') return step.micros;
  const hundredths = BigInt(Math.round(step.percent * 100));
  return (micros * hundredths + 9_999n) / 10_000n;
}

/** Whole cents, cut to the cap. Both prices have one currency. */
function raisedLimit(
  step: Step,
  { sign, micros }: LimitPrice,
  { cap, least }: { readonly cap: LimitPrice; readonly least: bigint | null },
  now: number,
  bandOf: () => PriceBand | null,
): NewLimit {
  const band = step.kind === 'held' ? bandOf() : null;
  const known = advised(band, 'often', now);
  const often = known === null ? null : highest(known, least ?? 0n);
  if (step.kind === 'held' && often === null)
    return none(band === null ? 'not enough seen yet' : whyNoAdvice({ band, lost: lostLately(band, now) }));
  const percent = band === null || often === null ? null : heldPercent(band, often);
  const goal = cents(step.kind === 'held' ? (often ?? micros) : micros + sizeOf(step, micros));
  const held = `held ${heldText(percent, band ?? {})} of the last 7 days`;
  if (goal <= micros) return none(`${priceText({ sign, micros: goal })} already ${held}`);
  if (goal > cap.micros) return { kind: 'new', micros: cap.micros, because: '' };
  return {
    kind: 'new',
    micros: goal,
    because: step.kind === 'held' ? `, which ${held}` : '',
  };
}

/** Never below the floor, the price now, the price of 99 % of 7 days, and the highest of the last hour; none when one is unknown. */
function loweredLimit(
  step: Step,
  { sign, micros }: LimitPrice,
  { floor, least }: { readonly floor: LimitPrice; readonly least: bigint | null },
  band: PriceBand | null,
  now: number,
): NewLimit {
  const mostly = advised(band, 'mostly', now);
  if (mostly === null) return none('which price held 99 % of the last 7 days is not known');
  const upper = (band?.slots ?? []).flatMap(({ to, high }) => (high !== null && to > now - HOUR_MS ? [high] : []));
  if (upper.length === 0) return none('nothing shows the price of the last hour');
  const most = highest(...upper);
  const goal = step.kind === 'held' ? (advised(band, 'often', now) ?? mostly) : micros - sizeOf(step, micros);
  const safe = highest(cents(goal), mostly, cents(most + 1n), floor.micros, cents(least ?? 0n));
  const known = `${priceText({ sign, micros: mostly })} held at least 99 % of the last 7 days, and the last hour was at most ${priceText({ sign, micros: most })}`;
  return safe < micros ? { kind: 'new', micros: safe, because: `, ${known}` } : none(known);
}

const Memory = z.object({
  seenAt: z.int().nullable(),
  /** Bids of its pause set. */
  members: z.array(BidFid),
  bids: z.array(LadderBid),
});
type Memory = z.output<typeof Memory>;

const logic: RuleLogic<LadderRule, Memory, LadderReason> = {
  memory: Memory,
  empty: { seenAt: null, members: [], bids: [] },
  selects: ({ bids }, { members }, view) => bidsSelected(bids, view, new Set(members)).map(({ fid }) => fid),

  decide: (rule, memory, view) => {
    const { now } = view;
    const before = new Map(memory.bids.map((one) => [one.fid, one]));
    const time = { now, unseenMs: unseenBetween(memory.seenAt, now) };
    const selected = bidsSelected(rule.bids, view, new Set<string>(memory.members));
    const moves = selected.map((bid) => {
      const known = followed(before.get(bid.fid), bid, time);
      return { known, move: known === null ? unreadable(bid) : moveOf(rule, known, bid, view) };
    });
    const actions = moves.flatMap(({ move }) => (move.kind === 'step' ? [move.action] : []));
    const later = moves.flatMap(({ move }) => (move.kind === 'later' ? [move] : []));
    const next = later.reduce<(typeof later)[number] | null>((a, b) => (a === null || b.at < a.at ? b : a), null);
    return {
      memory: {
        seenAt: seenMinute(now),
        members: rule.bids.kind === 'set' ? selected.map(({ fid }) => fid) : [],
        bids: moves.flatMap(({ known, move }) =>
          known === null ? [] : [move.kind === 'step' ? { ...known, waitsFrom: now } : known],
        ),
      },
      actions,
      next: next === null ? null : { at: next.at, text: next.text },
      hindered: moves.flatMap(({ move }) => (move.kind === 'hindered' ? [move.hindrance] : [])),
    };
  },

  finished: (memory, action, outcome, { now }) => {
    if (action.kind !== 'limit') return memory;
    const ended = (bid: LadderBid): LadderBid => {
      switch (outcome) {
        case 'done':
          return { ...bid, price: action.limit, waitsFrom: now, failed: 0 };
        case 'rehearsed':
          return { ...bid, isRehearsed: true };
        case 'refused':
        case 'missed':
          return { ...bid, waitsFrom: now, failed: bid.failed + 1 };
      }
    };
    return { ...memory, bids: memory.bids.map((bid) => (bid.fid === action.fid ? ended(bid) : bid)) };
  },
};

const step = z.union([z.literal('held').transform(() => ({ kind: 'held' }) as const), percentOrPrice]);

const keys = (filter: FilterSchema) =>
  z
    .strictObject({
      kind: z.literal('ladder'),
      ...common,
      ...capped,
      ...selected(filter),
      wait: time.meta({ allowed: 'a time such as "30s", "10m", "2h" or "1d"' }),
      step: step.meta({
        allowed:
          'an amount such as "$0.50", a part such as "5 %", or "held": the price that would have held 90 % of the time',
      }),
      cap: amountSuchAs('$12.00'),
      floor: amountSuchAs('$8.00').optional(),
      lower_after: time.optional().meta({ allowed: 'a time such as "2h"' }),
    })
    .meta(table);

const schema = (filter: FilterSchema) =>
  written(
    keys(filter),
    (given): LadderRule => {
      const { kind, wait: waitMs, cap, floor, lower_after: afterMs, max_cost: maxCost } = given;
      const step = given.step.kind === 'amount' ? { kind: given.step.kind, micros: given.step.micros } : given.step;
      const lower = floor === undefined || afterMs === undefined ? null : { afterMs, floor };
      return { ...commonOf(given), kind, bids: selectionOf(given), waitMs, step, cap, lower, maxCost };
    },
    (given, rule) => wrongBids(given) ?? wrongInText(given) ?? wrongPrices(rule),
  );

function wrongInText({ step, cap, floor, lower_after }: z.output<ReturnType<typeof keys>>): Wrong | null {
  if (step.kind === 'amount' && step.sign !== cap.sign)
    return { key: 'step', why: 'step and cap are not of one currency' };
  return (floor === undefined) !== (lower_after === undefined)
    ? { key: 'floor', why: 'floor and lower_after belong together: give both or neither' }
    : null;
}

function wrongPrices({ cap, lower, step, maxCost }: LadderRule): Wrong | null {
  const signs = new Set([cap, lower?.floor, maxCost].flatMap((price) => price?.sign ?? []));
  if (signs.size > 1) return { key: 'cap', why: 'cap, floor and max_cost are not of one currency' };
  if (lower !== null && lower.floor.micros > cap.micros) return { key: 'floor', why: 'the floor is above the cap' };
  if (step.kind === 'amount' && step.micros > cap.micros) return { key: 'cap', why: 'the cap is below one step' };
  if (step.kind === 'percent' && (step.percent <= 0 || step.percent > 100))
    return { key: 'step', why: 'a step is more than 0 % and at most 100 %' };
  return null;
}

function stepText(step: Step, sign: string): string {
  switch (step.kind) {
    case 'amount':
      return `by ${priceText({ sign, micros: step.micros })}`;
    case 'percent':
      return `by ${step.percent} %`;
    case 'held':
      return 'to the limit price that would have held 90 % of the time';
  }
}

export const ladder = ruleKind({
  kind: 'ladder',
  schema,
  needs: { bidMs: BID_MS, instancesMs: null, listsMs: LISTS_MS },
  reads: () => ({ prices: true }),
  atOdds: {
    ladder: 'both would change its limit price',
    spread: 'one would change the limit price by which the other compares',
  },
  hindrances: ladderHindrances,
  bids: ({ bids }: LadderRule) => bids,
  lines: ({ bids, step, cap, waitMs, lower }) => [
    { label: 'Bids', text: selectedText(bids) },
    { label: 'Raises', text: `${stepText(step, cap.sign)}, after each ${timeText(waitMs)} of waiting` },
    { label: 'Cap', text: priceText(cap) },
    {
      label: 'Lowers',
      text:
        lower === null ? 'never' : `after ${timeText(lower.afterMs)} allocated, not below ${priceText(lower.floor)}`,
    },
  ],
  logic,
});
