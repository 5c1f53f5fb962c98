import * as z from 'zod';
import { BidFid } from '../../../contract/fid.ts';
import { shortDuration } from '../../../lib/duration.ts';
import { upToCents } from '../../../lib/money.ts';
import type { LimitPrice } from '../../money/bid-record.ts';
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

type Margin = z.output<typeof percentOrPrice>;

/** Keeps the limit price of running bids so much above the price now, up to a cap. */
export type HeadroomRule = CommonRule & {
  readonly kind: 'headroom';
  readonly bids: Selection;
  readonly keep: Margin;
  readonly cap: LimitPrice;
  /** Between two changes of a bid. */
  readonly waitMs: number;
  readonly mode: 'warn' | 'raise';
  /** How long a bid must have more than enough before it is lowerMove. */
  readonly lower: { readonly afterMs: number; readonly floor: LimitPrice } | null;
};

const hindrances = {
  capped: { isSaid: true, help: 'A bid has too little headroom at its cap.' },
  'no-price': { isSaid: true, help: 'The price of a bid is not known now.' },
  uncomparable: { isSaid: true, help: 'Limit price and cap can not be compared.' },
} as const;
type Reason = keyof typeof hindrances;

const KeptBid = z.object({
  fid: BidFid,
  /** As the rule saw or set it last. */
  limit: keptPrice,
  /** No change before this, in milliseconds since 1970; null for at once. */
  waitsFrom: z.int().nullable(),
  /** What it is to have was said, and it has not had enough since. */
  isSaid: z.boolean(),
  /** Since when it has enough, and the highest limit price that was enough in this time. */
  spare: z.object({ since: z.int(), enough: keptPrice }).nullable(),
});
type KeptBid = z.output<typeof KeptBid>;

const Memory = z.object({ seenAt: z.int().nullable(), members: z.array(BidFid), bids: z.array(KeptBid) });
type Memory = z.output<typeof Memory>;

type PricedBid = RuleBid & { readonly limit: LimitPrice };

/** `enough`: the limit price with what is to be kept. */
type Priced = { readonly bid: PricedBid; readonly price: LimitPrice; readonly enough: LimitPrice };

type Move = {
  readonly kept: KeptBid | null;
  readonly action: RuleAction | null;
  readonly hindrance: Hindrance<Reason> | null;
  readonly next: { readonly at: number | null; readonly text: string } | null;
};

const NOTHING: Move = { kept: null, action: null, hindrance: null, next: null };

const isSame = (a: LimitPrice, b: LimitPrice): boolean => a.sign === b.sign && a.micros === b.micros;
const higher = (a: LimitPrice, b: LimitPrice): LimitPrice => (b.micros > a.micros ? b : a);

/** Whole cents, rounded up. */
function enoughAbove({ sign, micros }: LimitPrice, keep: Margin): LimitPrice {
  const above =
    keep.kind === 'amount' ? keep.micros : (micros * BigInt(Math.round(keep.percent * 100)) + 9_999n) / 10_000n;
  const { micros: enough } = upToCents({ sign, micros: micros + above });
  return { sign, micros: enough };
}

/** Bids with instances, or about to lose them; a bid that waits has nothing to keep. */
const isKept = ({ state }: RuleBid): boolean => state === 'allocated' || state === 'preempting';

function pricedBid(rule: HeadroomRule, bid: RuleBid, view: RuleView): Priced | Hindrance<Reason> {
  const { name, limit, type, region } = bid;
  const { sign } = rule.cap;
  if (limit?.sign !== sign)
    return {
      reason: 'uncomparable',
      why: `${name} is left alone, because its limit price can't be compared with its cap`,
    };
  const micros = view.priceNow?.(type, region, sign) ?? null;
  if (micros === null)
    return {
      reason: 'no-price',
      why: `${name} is left alone: the price of ${type} in ${region} is not known now`,
    };
  const price = { sign, micros };
  return { bid: { ...bid, limit }, price, enough: enoughAbove(price, rule.keep) };
}

/** What is remembered of a bid. A change by others begins the wait anew, and unseen time doesn't count. */
function rememberBid(before: KeptBid | undefined, { bid, enough }: Priced, now: number, unseenMs: number): KeptBid {
  const { fid, limit, isBusy } = bid;
  const isChanged = before !== undefined && !isBusy && !isSame(before.limit, limit);
  const has = limit.micros >= enough.micros;
  const spare = before === undefined || isChanged || unseenMs !== 0 ? null : before.spare;
  return {
    fid,
    limit: before === undefined || !isBusy ? limit : before.limit,
    waitsFrom: isChanged ? now : (before?.waitsFrom ?? null),
    isSaid: before?.isSaid === true && !isAmple(limit, enough) && !isChanged,
    spare: has ? { since: spare?.since ?? now, enough: higher(enough, spare?.enough ?? enough) } : null,
  };
}

/** Beyond enough by a twentieth: a price that flickers is said once. */
const isAmple = (limit: LimitPrice, enough: LimitPrice): boolean => limit.micros * 20n >= enough.micros * 21n;

function moveOf(rule: HeadroomRule, kept: KeptBid, priced: Priced, now: number): Move {
  const { bid, enough, price } = priced;
  const none = { ...NOTHING, kept };
  if (bid.isBusy) return none;
  const dueAt = kept.waitsFrom === null ? now : kept.waitsFrom + rule.waitMs;
  if (bid.limit.micros >= enough.micros) return lowerMove(rule, kept, priced, Math.max(now, dueAt), now);
  if (bid.limit.micros >= rule.cap.micros)
    return {
      ...none,
      hindrance: { reason: 'capped', why: `${standing(priced)}, and its cap is ${priceText(rule.cap)}` },
    };
  if (kept.isSaid) return none;
  const to = enough.micros > rule.cap.micros ? rule.cap : enough;
  if (now < dueAt) return { ...none, next: { at: dueAt, text: `raise ${bid.name} to ${priceText(to)}` } };
  const reason = `${standing(priced)} at a price of ${priceText(price)}, keeps ${marginText(rule.keep, rule.cap.sign)}, cap ${priceText(rule.cap)}`;
  return { ...none, action: { kind: 'limit', fid: bid.fid, name: bid.name, reason, limit: to } };
}

function standing({ bid: { name, limit }, price }: Priced): string {
  const micros = limit.micros - price.micros;
  const size = priceText({ sign: limit.sign, micros: micros < 0n ? -micros : micros });
  return `${name} at ${priceText(limit)} is ${size} ${micros < 0n ? 'below' : 'above'} the price`;
}

function lowerMove(
  { lower, keep }: HeadroomRule,
  kept: KeptBid,
  { bid, price }: Priced,
  dueAt: number,
  now: number,
): Move {
  const none = { ...NOTHING, kept };
  const { spare } = kept;
  if (lower === null || spare === null) return none;
  const to = higher(spare.enough, lower.floor);
  if (to.micros >= bid.limit.micros) return none;
  const at = Math.max(dueAt, spare.since + lower.afterMs);
  if (now < at) return { ...none, next: { at, text: `lower ${bid.name} to ${priceText(to)}` } };
  if (kept.isSaid) return none;
  const reason = `more than ${marginText(keep, to.sign)} above the price for ${shortDuration(now - spare.since)}, now ${priceText(price)}, floor ${priceText(lower.floor)}`;
  return { ...none, action: { kind: 'limit', fid: bid.fid, name: bid.name, reason, limit: to } };
}

const logic: RuleLogic<HeadroomRule, Memory, Reason> = {
  memory: Memory,
  empty: { seenAt: null, members: [], bids: [] },
  selects: ({ bids }, { members }, view) => bidsSelected(bids, view, new Set<string>(members)).map(({ fid }) => fid),

  decide: (rule, memory, view) => {
    const { now } = view;
    const unseenMs = unseenBetween(memory.seenAt, now);
    const before = new Map(memory.bids.map((one) => [one.fid, one]));
    const chosen = bidsSelected(rule.bids, view, new Set<string>(memory.members));
    const moves = chosen.filter(isKept).map((bid): Move => {
      const priced = pricedBid(rule, bid, view);
      const known = before.get(bid.fid);
      if ('reason' in priced) return { ...NOTHING, kept: known ?? null, hindrance: priced };
      return moveOf(rule, rememberBid(known, priced, now, unseenMs), priced, now);
    });
    const later = moves.flatMap(({ next }) => next ?? []);
    const [first] = later.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
    return {
      memory: {
        seenAt: seenMinute(now),
        members: rule.bids.kind === 'set' ? chosen.map(({ fid }) => fid) : [],
        bids: moves.flatMap(({ kept, action }) =>
          kept === null ? [] : [action === null ? kept : { ...kept, waitsFrom: now }],
        ),
      },
      actions: moves.flatMap(({ action }) => action ?? []),
      next: first ?? null,
      hindered: moves.flatMap(({ hindrance }) => hindrance ?? []),
    };
  },

  finished: (memory, action, outcome, { now }) => {
    if (action.kind !== 'limit') return memory;
    const ended = (bid: KeptBid): KeptBid => {
      switch (outcome) {
        case 'done':
          return { ...bid, limit: action.limit, waitsFrom: now, spare: null };
        case 'rehearsed':
          return { ...bid, isSaid: true };
        case 'refused':
        case 'missed':
          return { ...bid, waitsFrom: now };
      }
    };
    return { ...memory, bids: memory.bids.map((bid) => (bid.fid === action.fid ? ended(bid) : bid)) };
  },
};

const keys = (filter: FilterSchema) =>
  z
    .strictObject({
      kind: z.literal('headroom'),
      ...common,
      ...capped,
      ...selected(filter),
      keep: percentOrPrice.meta({ allowed: 'a part of the price such as "10 %", or an amount such as "$0.50"' }),
      cap: amountSuchAs('$12.00'),
      wait: time.meta({ allowed: 'a time such as "5m": a bid is not changed more often' }),
      mode: z
        .enum(['warn', 'raise'])
        .default('warn')
        .meta({ allowed: '"warn": says what it would do; "raise": does it' }),
      floor: amountSuchAs('$8.00').optional(),
      lower_after: time.optional().meta({ allowed: 'a time such as "2h"' }),
    })
    .meta(table);

const schema = (filter: FilterSchema) =>
  written(
    keys(filter),
    (given): HeadroomRule => {
      const { kind, keep, cap, wait: waitMs, mode, floor, lower_after: afterMs, max_cost: maxCost } = given;
      const lower = floor === undefined || afterMs === undefined ? null : { afterMs, floor };
      return { ...commonOf(given), kind, bids: selectionOf(given), keep, cap, waitMs, mode, lower, maxCost };
    },
    (given, rule) => wrongBids(given) ?? wrongIn(given, rule),
  );

function wrongIn(
  { floor, lower_after }: z.output<ReturnType<typeof keys>>,
  { cap, keep, lower, maxCost }: HeadroomRule,
): Wrong | null {
  if ((floor === undefined) !== (lower_after === undefined))
    return { key: 'floor', why: 'floor and lower_after belong together: give both or neither' };
  const amounts = [cap, lower?.floor, maxCost, keep.kind === 'amount' ? keep : null];
  if (new Set(amounts.flatMap((amount) => amount?.sign ?? [])).size > 1)
    return { key: 'cap', why: 'keep, cap, floor and max_cost are not of one currency' };
  if (lower !== null && lower.floor.micros > cap.micros) return { key: 'floor', why: 'the floor is above the cap' };
  if (keep.kind === 'percent' && (keep.percent <= 0 || keep.percent > 100))
    return { key: 'keep', why: 'what is kept is more than 0 % and at most 100 %' };
  return keep.kind === 'amount' && keep.micros <= 0n ? { key: 'keep', why: 'what is kept is more than nothing' } : null;
}

const marginText = (keep: Margin, sign: string): string =>
  keep.kind === 'percent' ? `${keep.percent} %` : priceText({ sign, micros: keep.micros });

export const headroom = ruleKind({
  kind: 'headroom',
  schema,
  needs: { bidMs: BID_MS, instancesMs: null, listsMs: LISTS_MS },
  atOdds: {
    headroom: 'both would change its limit price',
    ladder: 'both would change its limit price',
    spread: 'one would change the limit price by which the other compares',
  },
  hindrances,
  warns: ({ mode }: HeadroomRule) => mode === 'warn',
  bids: ({ bids }: HeadroomRule) => bids,
  lines: ({ bids, keep, cap, waitMs, mode, lower }) => [
    { label: 'Bids', text: selectedText(bids) },
    { label: 'Keeps', text: `${marginText(keep, cap.sign)} above the price, at most each ${timeText(waitMs)}` },
    { label: 'Mode', text: mode === 'warn' ? 'warns: says what it would do, and sends nothing' : 'raises' },
    { label: 'Cap', text: priceText(cap) },
    {
      label: 'Lowers',
      text:
        lower === null ? 'never' : `after ${timeText(lower.afterMs)} with more, not below ${priceText(lower.floor)}`,
    },
  ],
  logic,
});
