import type { Scope } from '../../journal/scope.ts';
import { MINUTE_MS } from '../../lib/duration.ts';
import { gapsIn, type Interval, joined } from '../../lib/intervals.ts';
import type { BidJournal } from '../money/journal.ts';

/** Time without a look from which on something may have changed and changed back, in milliseconds. */
const GAP_MS = 2 * MINUTE_MS;

/**
 * The times in which no program with this journal read the lists of some projects, between the first and the last time that one did, oldest
 * first. `until` counts the time from the last look on, too.
 */
export function gapsSeen(
  journal: Pick<BidJournal, 'bidsObserved'>,
  scopes: readonly Scope[],
  until: number | null,
): readonly Interval[] {
  const gaps = scopes.flatMap((scope) => {
    const seen = journal.bidsObserved(scope, 0);
    const [first, last] = [seen[0], seen.at(-1)];
    if (first === undefined || last === undefined) return [];
    return gapsIn(seen, { from: first.from, to: until ?? last.to });
  });
  return joined(gaps.filter(({ from, to }) => to - from >= GAP_MS));
}
