import type { Selection } from './rule.ts';
import type { RuleBid, RuleView } from './view.ts';

/** The bids of a rule that have not ended. A pause set that is gone selects those that `known` has of it. */
export function bidsSelected(
  { kind, text }: Selection,
  view: RuleView,
  known: ReadonlySet<string> = new Set(),
): readonly RuleBid[] {
  const set = kind === 'set' ? (view.pauseSet(text) ?? known) : null;
  return [...view.bids.values()].filter(
    (bid) => bid.state !== 'ended' && (set === null ? view.matches(text, bid) : set.has(bid.fid)),
  );
}
