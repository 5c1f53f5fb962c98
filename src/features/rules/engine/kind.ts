import type * as z from 'zod';
import type { RuleLogic } from './decision.ts';
import type { HindranceWords } from './hindrance.ts';
import type { Needs } from './needs.ts';
import type { CommonRule, RuleLine, Selection } from './rule.ts';
import type { FilterSchema } from './written.ts';

/** What a rule reads beside bids and their instances. */
export type RuleReads = {
  /** Prices and costs over time, from the records of bids. */
  readonly prices: boolean;
  /** Whether the machines of its bids do anything. */
  readonly machines: boolean;
};

/** The bids that a rule is going to place: the name of the one that they are like, and their names. */
type Placing = { readonly like: string; readonly names: readonly string[] };

/** A kind of rule, one file in `kinds/` and a line of the table in `kinds.ts`. `Reason` is what can hinder it beside what can hinder all. */
type KindRecord<Own extends CommonRule, Memory, Reason extends string> = {
  readonly kind: Own['kind'];
  /** Reads a rule from the config file, with the words of its keys. `filter` is the schema of a filter of bids. */
  readonly schema: (filter: FilterSchema) => z.ZodType<Own> & z.core.$ZodTypeDiscriminable;
  /** How old may be what it decides from. */
  readonly needs: Needs;
  readonly reads: (rule: Own) => RuleReads;
  /** Kinds whose rules can't share a bid with it, and why. One of two kinds says it. */
  readonly atOdds: Readonly<Record<string, string>>;
  readonly hindrances: Readonly<Record<Reason, HindranceWords>>;
  /** Whether its work is done at some time. */
  readonly ends: boolean;
  /** The bids that it is for; null for a rule that has them in another way. */
  readonly bids: (rule: Own) => Selection | null;
  readonly places: (rule: Own) => Placing | null;
  /** What it does, a line for each setting. */
  readonly lines: (rule: Own) => readonly RuleLine[];
  /** How it decides, the same for the runner, rehearsals and recordings. */
  readonly logic: RuleLogic<Own, Memory, Reason>;
};

/** What is done with a rule and the logic of its kind. */
type Use<Result> = <Own extends CommonRule, Memory>(rule: Own, logic: RuleLogic<Own, Memory>) => Result;

/** A kind as those see it who have any rule. Its functions throw for a rule of another kind. */
export type RuleKind<Own extends CommonRule = CommonRule, Reason extends string = string> = Pick<
  KindRecord<Own, never, Reason>,
  'kind' | 'schema' | 'needs' | 'atOdds' | 'hindrances' | 'ends'
> & {
  readonly [Name in 'reads' | 'bids' | 'places' | 'lines']: (
    rule: CommonRule,
  ) => ReturnType<KindRecord<Own, never, Reason>[Name]>;
} & { readonly withLogic: <Result>(rule: CommonRule, use: Use<Result>) => Result };

/** Makes a kind of rule from its record. */
export function ruleKind<Own extends CommonRule, Memory, Reason extends string>({
  logic,
  ...record
}: KindRecord<Own, Memory, Reason>): RuleKind<Own, Reason> {
  const isOwn = (rule: CommonRule): rule is Own => rule.kind === record.kind;
  const own = (rule: CommonRule): Own => {
    if (!isOwn(rule)) throw new Error(`The rule ${rule.name} is of the kind ${rule.kind} and not ${record.kind}.`);
    return rule;
  };
  return {
    ...record,
    reads: (rule) => record.reads(own(rule)),
    bids: (rule) => record.bids(own(rule)),
    places: (rule) => record.places(own(rule)),
    lines: (rule) => record.lines(own(rule)),
    withLogic: (rule, use) => use(own(rule), logic),
  };
}
