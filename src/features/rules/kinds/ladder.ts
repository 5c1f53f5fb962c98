import * as z from 'zod';
import { BidFid } from '../../../contract/fid.ts';
import type { RuleLogic } from '../engine/decision.ts';
import { ruleKind } from '../engine/kind.ts';
import { BID_MS, LISTS_MS } from '../engine/needs.ts';
import { seenMinute, unseenBetween } from '../engine/unseen.ts';
import { bidsSelected } from '../engine/view.ts';
import { priceText, selectedText, timeText } from '../engine/words.ts';
import {
  amountSuchAs,
  capped,
  common,
  commonOf,
  type FilterSchema,
  price,
  selected,
  selectionOf,
  table,
  time,
  type Wrong,
  written,
  wrongBids,
} from '../engine/written.ts';
import { followed, LadderBid } from './ladder/ladder-bids.ts';
import { moveOf, unreadable } from './ladder/ladder-moves.ts';
import { type LadderReason, type LadderRule, ladderHindrances, type Step } from './ladder/ladder-rule.ts';

const Memory = z.object({
  /** Minute of the last decision, in milliseconds since 1970; null before the rule ran. */
  seenAt: z.int().nullable(),
  /** Bids that were in the pause set of the rule. */
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

const step = z.union([
  z.literal('held').transform(() => ({ kind: 'held' }) as const),
  z
    .string()
    .regex(/^\d{1,3}(?:\.\d{1,2})? ?%$/)
    .transform((text) => ({ kind: 'percent', percent: Number.parseFloat(text) }) as const),
  price.transform((amount) => ({ kind: 'amount', ...amount }) as const),
]);

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

/** What only the text of a rule shows to be wrong. */
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

/** Raises the limit price of bids that wait, and lowers it again. */
export const ladder = ruleKind({
  kind: 'ladder',
  schema,
  needs: { bidMs: BID_MS, instancesMs: null, listsMs: LISTS_MS },
  reads: () => ({ prices: true, machines: false }),
  atOdds: {
    ladder: 'both would change its limit price',
    spread: 'one would change the limit price by which the other compares',
  },
  hindrances: ladderHindrances,
  ends: false,
  bids: ({ bids }: LadderRule) => bids,
  places: () => null,
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
