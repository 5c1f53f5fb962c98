import type { LimitPrice } from '../../../money/bid-record.ts';
import type { CommonRule, Selection } from '../../engine/rule.ts';

/** How far a limit price is raised or lowered at once: by an amount, by per cent, or to the price that would have held 90 % of the time. */
export type Step =
  | { readonly kind: 'amount'; readonly micros: bigint }
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'held' };

/** Raises the limit price of bids that wait, up to a cap, and lowers it again once they have run for long. */
export type LadderRule = CommonRule & {
  readonly kind: 'ladder';
  readonly bids: Selection;
  /** Time that a bid waits before each step, in milliseconds. */
  readonly waitMs: number;
  readonly step: Step;
  readonly cap: LimitPrice;
  /** Time for which a bid must have been allocated before it is lowered, in milliseconds, and the lowest price; null for never. */
  readonly lower: { readonly afterMs: number; readonly floor: LimitPrice } | null;
};

/** What can hinder it. */
export const ladderHindrances = {
  'at-cap': { isSaid: true, help: 'A bid is out, and its limit price is at the cap or above it.' },
  'not-raised': { isSaid: true, help: 'With step = "held": no higher price is known to hold.' },
  'not-lowered': { isSaid: false, help: 'No lower price is known to hold.' },
  'unusable-price': {
    isSaid: true,
    help: 'The limit price of a bid can not be read, or is in another currency than the cap.',
  },
} as const;

export type LadderReason = keyof typeof ladderHindrances;
