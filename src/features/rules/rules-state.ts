import type { StoredLease } from '../../journal/leases.ts';
import { jsonWithBigints } from '../../lib/values.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { CommonRule } from './engine/rule.ts';
import type { StoredRuleAction } from './journal/rule-actions.ts';
import type { StoredRule, UnseenHold } from './journal/rules.ts';
import type { Rule } from './kinds.ts';

/** Rules that were held, in words, when that was in milliseconds since 1970, and who has to see it. */
export type WaitingHold = { readonly what: string; readonly at: number; readonly unseen: UnseenHold };

/** The rules of the config file, and what the journal has of them. */
export type RulesState = {
  readonly rules: readonly Rule[];
  /** What is kept of each rule, and its actions of the last days. */
  readonly stored: readonly StoredRule[];
  readonly actions: readonly StoredRuleAction[];
  /** Who runs them, and whether that is this program; null when nobody does. */
  readonly lease: (StoredLease & { readonly isOwn: boolean }) | null;
  /** A hold of this console that the one that runs the rules has yet to see; null without one. */
  readonly waiting: WaitingHold | null;
  /** The bids that the rules decide on now, by fid, while this program runs them; none while it does not. */
  readonly reads: ReadonlySet<string>;
  /** Why the journal can't be read or written, so that this program runs no rule; null while it can. */
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

/** The rules of the shown profile; none before they were read. */
export const rulesOf = ({ rules = NO_RULES }: Pick<ConsoleState, 'rules'>): RulesState => rules;

/** The text of a rule by which a changed one is recognised. */
export const versionOf = (rule: CommonRule): string => jsonWithBigints(rule);

/**
 * The rules of a config file that was read again. Those that are as before stay the same objects, and the list does when all
 * are: what is under way for them goes on.
 */
export function rulesReread(before: readonly Rule[], next: readonly Rule[]): readonly Rule[] {
  const kept = next.map((rule) => before.find((one) => versionOf(one) === versionOf(rule)) ?? rule);
  return kept.length === before.length && kept.every((rule, n) => rule === before[n]) ? before : kept;
}
