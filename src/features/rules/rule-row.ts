import type { ActionOutcome } from './engine/decision.ts';
import type { RuleEffects } from './engine/effects.ts';
import type { CommonRule, RuleLine } from './engine/rule.ts';

declare module '../../resources/rows.ts' {
  interface Rows {
    readonly rules: RuleRow;
  }
}

/** What a rule does now. `why` is a sentence or the part of one that follows a colon. */
export type RuleStatus =
  | { readonly kind: 'active' | 'done' | 'held-by-operator' }
  /** `why`: what hinders it meanwhile; null when nothing does. */
  | { readonly kind: 'rehearses'; readonly why: string | null }
  | { readonly kind: 'refused' | 'held' | 'waits' | 'hindered'; readonly why: string };

/** An action of a rule in words. `at` in milliseconds since 1970; `outcome` is null while it is not known. */
export type RuleActionLine = {
  readonly at: number;
  /** `pause train-llama`, `set train-llama to $12.50`. */
  readonly what: string;
  readonly reason: string;
  readonly outcome: ActionOutcome | null;
};

/** A rule of the config file with what the journal has of it. */
export type RuleRow = {
  /** Its name. */
  readonly fid: string;
  readonly rule: CommonRule;
  /** What it does, a line for each setting. */
  readonly lines: readonly RuleLine[];
  readonly status: RuleStatus;
  /** Who runs the rules, in words. */
  readonly runBy: string;
  readonly next: { readonly at: number | null; readonly text: string } | null;
  /** Why it can't do what it should, also while it rehearses or is held; null when nothing hinders it. */
  readonly hindered: string | null;
  /** Times of its writes of the last hour, in milliseconds since 1970. */
  readonly sentAt: readonly number[];
  /** Its last actions, the newest first. */
  readonly lastActions: readonly RuleActionLine[];
  /** Null while the records of the bids are not read. */
  readonly effects: RuleEffects | null;
};
