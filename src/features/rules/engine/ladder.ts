import * as z from 'zod';
import { BidFid } from '../../../contract/fid.ts';
import type { RuleLogic } from './decision.ts';
import { followed, LadderBid } from './ladder-bids.ts';
import { moveOf, unreadable } from './ladder-moves.ts';
import type { LadderRule } from './rule.ts';
import { bidsSelected } from './select.ts';
import { seenMinute, unseenBetween } from './unseen.ts';

const Memory = z.object({
  /** Minute of the last decision, in milliseconds since 1970; null before the rule ran. */
  seenAt: z.int().nullable(),
  /** Bids that were in the pause group of the rule. */
  members: z.array(BidFid),
  bids: z.array(LadderBid),
});
type Memory = z.output<typeof Memory>;

export const ladder: RuleLogic<LadderRule, Memory> = {
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
