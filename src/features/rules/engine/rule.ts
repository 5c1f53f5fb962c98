import type { LimitPrice } from '../../money/bid-record.ts';

/** Most rules of a config file. */
export const MAX_RULES = 100;

/** What all rules have. */
type Common = {
  /** Name, unique among the rules of a config file. */
  readonly name: string;
  /** Whether it may act in a read-only or production profile. */
  readonly allow: boolean;
  /** Most writes per hour. */
  readonly maxWrites: number;
  /** The most that the bids which the rule makes run may cost per hour together, at limit prices; null for a rule that only ends costs. */
  readonly maxCost: LimitPrice | null;
};

/** The bids of a rule: a filter as in the pane of bids, or the pause group of a name. */
export type Selection = { readonly kind: 'filter' | 'set'; readonly text: string };

/** Pauses and resumes bids at times. It resumes only what it has paused itself. */
export type ScheduleRule = Common & {
  readonly kind: 'schedule';
  readonly bids: Selection;
  /** Cron expressions of five parts; null without one. */
  readonly pause: string | null;
  readonly resume: string | null;
  /** Time zone of the cron expressions, as `Europe/Berlin`. */
  readonly zone: string;
  /** What becomes of times that passed while nothing ran the rule: the last one is done late, or none. */
  readonly missed: 'catch-up' | 'skip';
};

/** How far a limit price is raised or lowered at once: by an amount, by per cent, or to the price that would have held 90 % of the time. */
export type Step =
  | { readonly kind: 'amount'; readonly micros: bigint }
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'held' };

/** Raises the limit price of bids that wait, up to a cap, and lowers it again once they have run for long. */
export type LadderRule = Common & {
  readonly kind: 'ladder';
  readonly bids: Selection;
  /** Time that a bid waits before each step, in milliseconds. */
  readonly waitMs: number;
  readonly step: Step;
  readonly cap: LimitPrice;
  /** Time for which a bid must have been allocated before it is lowered, in milliseconds, and the lowest price; null for never. */
  readonly lower: { readonly afterMs: number; readonly floor: LimitPrice } | null;
};

/** One launch in several types and regions: the first bid that is filled stays, the others are cancelled. */
export type SpreadRule = Common & {
  readonly kind: 'spread';
  /** Name of the bid whose launch specification is used. */
  readonly like: string;
  readonly quantity: number;
  readonly places: readonly { readonly type: string; readonly region: string; readonly limit: LimitPrice }[];
  /** Whether a bid with running instances may be cancelled. */
  readonly cancelRunning: boolean;
};

/** Pauses bids whose machines have all been idle for a time. */
export type IdleRule = Common & {
  readonly kind: 'idle';
  readonly bids: Selection;
  /** Least idle time of each machine of a bid, in milliseconds. */
  readonly afterMs: number;
};

/** Pauses bids while running bids cost more than a budget. */
export type BudgetRule = Common & {
  readonly kind: 'budget';
  /** What all running bids may cost per hour, and what may have been spent since midnight, at limit prices; null without one. */
  readonly perHour: LimitPrice | null;
  readonly perDay: LimitPrice | null;
  /** Filters of the bids that may be paused: those of the first one go first. */
  readonly pause: readonly string[];
  /** Time zone of the day. */
  readonly zone: string;
};

/** A rule of the config file. */
export type Rule = ScheduleRule | LadderRule | SpreadRule | IdleRule | BudgetRule;
