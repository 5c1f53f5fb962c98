import type { LimitPrice } from '../../money/bid-record.ts';

/** Most rules of a config file. */
export const MAX_RULES = 100;

/** What all rules have. */
export type CommonRule = {
  readonly kind: string;
  /** Name, unique among the rules of a config file. */
  readonly name: string;
  /** Whether it may act in a read-only or production profile. */
  readonly allow: boolean;
  /** Most writes per hour. */
  readonly maxWrites: number;
  /** The most that the bids which the rule makes run may cost per hour together, at limit prices; null for a rule that only ends costs. */
  readonly maxCost: LimitPrice | null;
};

/** What a rule does by one of its settings, in words. */
export type RuleLine = { readonly label: string; readonly text: string };

/** The bids of a rule: a filter as in the pane of bids, or the pause set of a name. */
export type Selection = { readonly kind: 'filter' | 'set'; readonly text: string };
