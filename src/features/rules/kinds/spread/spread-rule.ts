import type { LimitPrice } from '../../../money/bid-record.ts';
import type { CommonRule } from '../../engine/rule.ts';

/** One launch in several types and regions: the first bid that is filled stays, the others are cancelled. */
export type SpreadRule = CommonRule & {
  readonly kind: 'spread';
  /** Name of the bid whose launch specification is used. */
  readonly like: string;
  readonly quantity: number;
  readonly places: readonly { readonly type: string; readonly region: string; readonly limit: LimitPrice }[];
  /** Whether a bid with running instances may be cancelled. */
  readonly cancelRunning: boolean;
};

/** What can hinder it. */
export const spreadHindrances = {
  'no-launch': { isSaid: true, help: 'No bid has the name in like, or several have it.' },
  'left-out': {
    isSaid: true,
    help: 'A place was refused three times, its volumes are elsewhere, or another bid has its name.',
  },
  retries: { isSaid: false, help: 'A write was refused and is tried again.' },
  'runs-on': { isSaid: true, help: 'A bid that is not needed has running instances and is left.' },
  'none-left': { isSaid: true, help: 'All its bids are gone.' },
} as const;

export type SpreadReason = keyof typeof spreadHindrances;
