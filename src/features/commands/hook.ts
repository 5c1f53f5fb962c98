import type { Bid } from '../../contract/bid.ts';
import { preemptingBids } from '../../store/preemption.ts';
import type { ConsoleState } from '../../store/state.ts';
import { bidsAtRisk } from '../../store/state-part.ts';

/** The settings with a program for an occasion: a preemption, and a bid that is soon outbid. */
export const HOOKS = ['on_preempt', 'on_thin'] as const;
export type Hook = (typeof HOOKS)[number];

/** Has the time at which the occasion was first seen. */
export const BEGAN_VARIABLE: Readonly<Record<Hook, string>> = {
  on_preempt: 'SPOTDECK_PREEMPTED_AT',
  on_thin: 'SPOTDECK_THIN_AT',
};

/** What a number of occasions is counted in. */
export const OCCASION: Readonly<Record<Hook, string>> = { on_preempt: 'preemption', on_thin: 'thin bid' };

/** `otherwiseAt`: an older record is about another occasion. */
type BidOfHook = { readonly bid: Bid; readonly otherwiseAt: number | null };

/** The bids it is about now, by fid. */
export function bidsOfHook(hook: Hook, state: ConsoleState): ReadonlyMap<string, BidOfHook> {
  const all: readonly BidOfHook[] =
    hook === 'on_thin'
      ? bidsAtRisk(state).filter(({ isNew }) => isNew)
      : preemptingBids(state).map((bid) => ({
          bid,
          otherwiseAt: state.preempting.get(bid.fid)?.otherwiseAt ?? null,
        }));
  return new Map(all.map((one): [string, BidOfHook] => [one.bid.fid, one]));
}
