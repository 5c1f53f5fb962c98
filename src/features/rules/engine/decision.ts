import * as z from 'zod';
import { BidFid } from '../../../contract/fid.ts';
import type { Hindrance } from './hindrance.ts';
import type { RuleView } from './view.ts';

/** An exact limit price as it is kept in a file. */
export const keptPrice = z
  .object({ sign: z.string(), micros: z.string().regex(/^\d{1,30}$/) })
  .transform(({ sign, micros }) => ({ sign, micros: BigInt(micros) }));

/** What a rule wants done, and why: a sentence with the numbers that led to it. */
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
    /** Name of the new bid, which no other bid has. After a lost answer the bid is found by its name and the rest of the request. */
    name: z.string(),
    reason: z.string(),
    /** Bid whose launch specification is used. */
    like: BidFid,
    type: z.string(),
    region: z.string(),
    limit: keptPrice,
    quantity: z.int().positive(),
  }),
]);
export type RuleAction = z.output<typeof RuleAction>;

/** How an action ended. `missed`: the rows show that it was not carried out. `rehearsed`: it was not sent. */
export const ACTION_OUTCOMES = ['done', 'refused', 'missed', 'rehearsed'] as const;
export type ActionOutcome = (typeof ACTION_OUTCOMES)[number];

/** What a rule decides: its memory from now on, what it wants done, and what it does next. */
export type Decision<Memory, Reason extends string = string> = {
  readonly memory: Memory;
  readonly actions: readonly RuleAction[];
  /** The next thing it does, and when, in milliseconds since 1970; `at` is null when that depends on the market. */
  readonly next: { readonly at: number | null; readonly text: string } | null;
  /** Why it can't do what it should; empty when nothing hinders it. */
  readonly hindered: readonly Hindrance<Reason>[];
};

/** How the rules of one kind decide. Everything is a pure function of the rule, its memory and the view. */
export type RuleLogic<OneRule, Memory, Reason extends string = string> = {
  /** Schema of the memory as it is kept in the journal. */
  readonly memory: z.ZodType<Memory>;
  /** Memory of a rule that never ran. */
  readonly empty: Memory;
  /** The bids that the rule may change: two rules that may change the same bid can be at odds. */
  readonly selects: (rule: OneRule, memory: Memory, view: RuleView) => readonly string[];
  readonly decide: (rule: OneRule, memory: Memory, view: RuleView) => Decision<Memory, Reason>;
  /** Takes the outcome of an action into the memory. */
  readonly finished: (memory: Memory, action: RuleAction, outcome: ActionOutcome, at: FinishedAt) => Memory;
};

/** How the end of an action is known. */
export type FinishedAt = {
  readonly now: number;
  /** That of the bid, also of one that was placed. */
  readonly fid: string | null;
  /** Whether it was found in a list, because the answer was lost: the bid was listed as the action wanted it. */
  readonly isListed?: boolean;
};
