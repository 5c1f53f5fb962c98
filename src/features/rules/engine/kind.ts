import type * as z from 'zod';
import type { HindranceWords, RuleLogic } from './decision.ts';
import type { Needs } from './needs.ts';
import type { CommonRule, RuleLine, Selection } from './rule.ts';
import type { FilterSchema } from './written.ts';

/** What a rule reads besides bids and instances. */
export type RuleReads = {
  readonly prices: boolean;
  readonly machines: boolean;
};

/** The bids a rule will place. */
export type Placing = { readonly like: string; readonly names: readonly string[] };

/** A kind of rule. `Reason`: its own hindrances. */
type KindRecord<Own extends CommonRule, Memory, Reason extends string> = {
  readonly kind: Own['kind'];
  readonly schema: (filter: FilterSchema) => z.ZodType<Own> & z.core.$ZodTypeDiscriminable;
  readonly needs: Needs;
  readonly reads?: (rule: Own) => Partial<RuleReads>;
  /** Kinds that can't share a bid with it, and why. One of two kinds says it. */
  readonly atOdds?: Readonly<Record<string, string>>;
  readonly hindrances: Readonly<Record<Reason, HindranceWords>>;
  readonly ends?: boolean;
  /** Whether its actions are only said, also once it is released. */
  readonly warns?: (rule: Own) => boolean;
  readonly bids?: (rule: Own) => Selection;
  readonly places?: (rule: Own) => Placing;
  /** A line for each setting. */
  readonly lines: (rule: Own) => readonly RuleLine[];
  readonly logic: RuleLogic<Own, Memory, Reason>;
};

type Use<Result> = <Own extends CommonRule, Memory>(rule: Own, logic: RuleLogic<Own, Memory>) => Result;

/** A kind for any rule: its functions throw for a rule of another kind. */
export type RuleKind<Own extends CommonRule = CommonRule, Reason extends string = string> = Pick<
  KindRecord<Own, never, Reason>,
  'kind' | 'schema' | 'needs' | 'hindrances'
> & {
  readonly atOdds: Readonly<Record<string, string>>;
  readonly ends: boolean;
  readonly warns: (rule: CommonRule) => boolean;
  readonly reads: (rule: CommonRule) => RuleReads;
  readonly bids: (rule: CommonRule) => Selection | null;
  readonly places: (rule: CommonRule) => Placing | null;
  readonly lines: (rule: CommonRule) => readonly RuleLine[];
  readonly withLogic: <Result>(rule: CommonRule, use: Use<Result>) => Result;
};

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
    atOdds: {},
    ends: false,
    ...record,
    reads: (rule) => ({ prices: false, machines: false, ...record.reads?.(own(rule)) }),
    warns: (rule) => record.warns?.(own(rule)) ?? false,
    bids: (rule) => record.bids?.(own(rule)) ?? null,
    places: (rule) => record.places?.(own(rule)) ?? null,
    lines: (rule) => record.lines(own(rule)),
    withLogic: (rule, use) => use(own(rule), logic),
  };
}
