import type { StoredLease } from '../../journal/leases.ts';
import { jsonWithBigints } from '../../lib/values.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { CommonRule } from './engine/rule.ts';
import type { StoredRule, StoredRuleAction, UnseenHold } from './journal/rules.ts';
import type { Rule } from './kinds.ts';

/** A hold of this console, still to be seen by the running program. */
export type WaitingHold = { readonly what: string; readonly at: number; readonly unseen: UnseenHold };

export type RulesState = {
  readonly rules: readonly Rule[];
  readonly stored: readonly StoredRule[];
  readonly actions: readonly StoredRuleAction[];
  /** Null when no program runs them. */
  readonly lease: (StoredLease & { readonly isOwn: boolean }) | null;
  readonly waiting: WaitingHold | null;
  /** Bids for the rules of this program. */
  readonly reads: ReadonlySet<string>;
  /** Why the journal can't be used: this program runs no rule then. */
  readonly problem: string | null;
};

export const NO_RULES: RulesState = {
  rules: [],
  stored: [],
  actions: [],
  lease: null,
  waiting: null,
  problem: null,
  reads: new Set(),
};

declare module '../../store/state.ts' {
  interface ConsoleState {
    readonly rules?: RulesState;
  }
}

export const rulesOf = ({ rules = NO_RULES }: Pick<ConsoleState, 'rules'>): RulesState => rules;

/** Tells a changed rule by its text. */
export const versionOf = (rule: CommonRule): string => jsonWithBigints(rule);

/** Keeps the objects of unchanged rules, and an unchanged list: what is under way for them goes on. */
export function rulesReread(before: readonly Rule[], next: readonly Rule[]): readonly Rule[] {
  const kept = next.map((rule) => before.find((one) => versionOf(one) === versionOf(rule)) ?? rule);
  return kept.length === before.length && kept.every((rule, n) => rule === before[n]) ? before : kept;
}
