import type { LeaseEvent } from '../../../journal/lease.ts';
import type { ActionOutcome, RuleAction } from '../engine/decision.ts';

/** Event that the operator sees: the outcome of an action, a rule that holds itself or is hindered, or a change of the lease. `why` is a sentence. */
export type RuleEvent =
  | {
      readonly kind: 'action';
      readonly rule: string;
      readonly action: RuleAction;
      /** `unknown` when the answer was lost: it is looked for in the lists. */
      readonly outcome: ActionOutcome | 'unknown';
      /** Why it was refused, not sent or is not known; null otherwise. */
      readonly why: string | null;
    }
  | { readonly kind: 'held'; readonly rule: string; readonly why: string }
  /** A rule that can't do what it is for, and one that can again. */
  | { readonly kind: 'hindered'; readonly rule: string; readonly why: string }
  | { readonly kind: 'free'; readonly rule: string }
  /** Rules that would fight over a bid, and don't run. */
  | { readonly kind: 'fight'; readonly why: string }
  | LeaseEvent;
