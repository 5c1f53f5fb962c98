import type { RuntimeAccess } from '../../../app/runtime-part.ts';
import type { Follower, FollowerAccess } from '../../../store/journal-sync.ts';
import { pausedByRulesIn } from '../../rules/paused-by-rules.ts';
import { knownFleetOf } from './known-fleet.ts';

/** Time between two looks at what rules have done, in milliseconds. */
const LOOK_MS = 1_000;

/** Follows which bids rules have paused, while there is a fleet file to tell them apart in. */
export function followPauses(
  { scope }: Pick<RuntimeAccess, 'scope'>,
  { store, change, journal }: Pick<FollowerAccess, 'store' | 'change' | 'journal'>,
): Follower {
  let lookedAt = Number.NEGATIVE_INFINITY;
  const look = (): void => {
    const state = store.getState();
    // It is called with each change of the state.
    if (knownFleetOf(state).kind === 'none' || Math.abs(state.now - lookedAt) < LOOK_MS) return;
    lookedAt = state.now;
    const paused = pausedByRulesIn(journal, scope());
    const pausedByRules = journal.warning() ?? paused;
    if (pausedByRules !== state.pausedByRules) change((next) => ({ ...next, pausedByRules }));
  };
  return {
    begin: () => {
      lookedAt = Number.NEGATIVE_INFINITY;
      look();
    },
    caughtUp: look,
  };
}
