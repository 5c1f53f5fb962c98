import * as z from 'zod';
import { BidFid } from '../../../contract/fid.ts';
import type { RuleView } from './view.ts';

export const keptPrice = z
  .object({ sign: z.string(), micros: z.string().regex(/^\d{1,30}$/) })
  .transform(({ sign, micros }) => ({ sign, micros: BigInt(micros) }));

/** `reason` is a sentence with the numbers that led to it. */
export const RuleAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pause'), fid: BidFid, name: z.string(), reason: z.string() }),
  z.object({ kind: z.literal('resume'), fid: BidFid, name: z.string(), reason: z.string() }),
  z.object({ kind: z.literal('cancel'), fid: BidFid, name: z.string(), reason: z.string() }),
  z.object({
    kind: z.literal('limit'),
    fid: BidFid,
    name: z.string(),
    reason: z.string(),
    limit: keptPrice,
  }),
  z.object({
    kind: z.literal('place'),
    /** Unique: after a lost answer the bid is found by it. */
    name: z.string(),
    reason: z.string(),
    /** The bid whose launch specification is used. */
    like: BidFid,
    type: z.string(),
    region: z.string(),
    limit: keptPrice,
    quantity: z.int().positive(),
  }),
]);
export type RuleAction = z.output<typeof RuleAction>;

/** The bid it changes; null for a new one. */
export const fidOf = (action: RuleAction): BidFid | null => (action.kind === 'place' ? null : action.fid);

/** `missed`: the rows show that it was not carried out. `rehearsed`: not sent. */
export const ACTION_OUTCOMES = ['done', 'refused', 'missed', 'rehearsed'] as const;
export type ActionOutcome = (typeof ACTION_OUTCOMES)[number];

export type Decision<Memory, Reason extends string = string> = {
  readonly memory: Memory;
  readonly actions: readonly RuleAction[];
  /** `at` is null when it depends on the market. */
  readonly next: { readonly at: number | null; readonly text: string } | null;
  readonly hindered: readonly Hindrance<Reason>[];
};

/** How the rules of one kind decide: pure functions. */
export type RuleLogic<OneRule, Memory, Reason extends string = string> = {
  readonly memory: z.ZodType<Memory>;
  readonly empty: Memory;
  /** The bids it may change. */
  readonly selects: (rule: OneRule, memory: Memory, view: RuleView) => readonly string[];
  readonly decide: (rule: OneRule, memory: Memory, view: RuleView) => Decision<Memory, Reason>;
  /** Takes the outcome of an action into the memory. */
  readonly finished: (memory: Memory, action: RuleAction, outcome: ActionOutcome, at: FinishedAt) => Memory;
};

export type FinishedAt = {
  readonly now: number;
  /** Also the one of a placed bid. */
  readonly fid: string | null;
  /** The answer was lost, and the lists show the bid as the action wanted it. */
  readonly isListed?: boolean;
};

export type HindranceWords = {
  /** Whether the rule reports it; the rest is usual, and only shown. */
  readonly isSaid: boolean;
  readonly help: string;
};

/** `why` has no final period. */
export type Hindrance<Reason extends string = string> = { readonly reason: Reason; readonly why: string };
