import type { Selection } from './rule.ts';
import type { RuleBid, RuleView } from './view.ts';

/** Returns the bids of a rule that have not ended. A pause group that is gone selects those that `known` has of it. */
export function bidsSelected(
  { kind, text }: Selection,
  view: RuleView,
  known: ReadonlySet<string> = new Set(),
): readonly RuleBid[] {
  const group = kind === 'set' ? (view.pauseGroup(text) ?? known) : null;
  return [...view.bids.values()].filter(
    (bid) => bid.state !== 'ended' && (group === null ? view.matches(text, bid) : group.has(bid.fid)),
  );
}
