import type { RuntimeAccess } from '../../../app/runtime-part.ts';
import type { Follower, FollowerAccess } from '../../../store/journal-sync.ts';
import type { PausedByRules } from '../../rules/paused-by-rules.ts';
import { pausedByRulesIn } from '../../rules/rule-reader.ts';
import { knownFleetOf } from './known-fleet.ts';

/** Time between two looks at what rules have done, in milliseconds. */
const LOOK_MS = 1_000;

/** Follows which bids rules have paused, while there is a fleet file to tell them apart in. */
export function followPauses(
  { scope }: Pick<RuntimeAccess, 'scope'>,
  { store, change, journal }: Pick<FollowerAccess, 'store' | 'change' | 'journal'>,
): Follower {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isReading = false;
  /** Grows when another project is shown, or another file is used: an answer from before counts no more. */
  let begun = 0;

  const read = async (): Promise<void> => {
    const from = begun;
    isReading = true;
    const paused = await pausedByRulesIn(journal, scope());
    isReading = false;
    if (from !== begun) return look();
    const pausedByRules = journal.status().warning ?? paused;
    const before = store.getState().pausedByRules;
    if (pausedByRules === null || JSON.stringify(plain(pausedByRules)) === JSON.stringify(plain(before))) return;
    change((state) => ({ ...state, pausedByRules }));
  };
  const look = (): void => {
    const { now, ...state } = store.getState();
    // It is called with each change of the state.
    if (isReading || knownFleetOf(state).kind === 'none' || Math.abs(now - lookedAt) < LOOK_MS) return;
    lookedAt = now;
    void read();
  };
  return {
    begin: () => {
      lookedAt = Number.NEGATIVE_INFINITY;
      begun += 1;
      // Nothing is compared until it is known.
      change(({ pausedByRules: _, ...state }) => state);
      look();
    },
    caughtUp: look,
    finish: () => {
      begun += 1;
    },
  };
}

const plain = (known: PausedByRules | string | undefined): unknown => (known instanceof Map ? [...known] : known);
