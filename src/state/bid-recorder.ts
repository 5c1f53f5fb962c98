import type { StoreApi } from 'zustand/vanilla';
import type { Journal } from '../journal/journal.ts';
import type { Scope } from '../journal/scope.ts';
import { createStandingWatch } from './bid-standings.ts';
import type { ConsoleState } from './state.ts';

type Parts = {
  readonly store: Pick<StoreApi<ConsoleState>, 'getState'>;
  readonly journal: Pick<Journal, 'recordBids'>;
  readonly scopes: () => readonly Scope[];
};

/** Time between two writes of the observed time while no bid changes, in milliseconds. */
const OBSERVED_EACH_MS = 10_000;

/** Records in the journal how bids stand, and until when the lists of bids and instances were read. What can't be written waits. */
export function createBidRecorder({ store, journal, scopes }: Parts) {
  const standings = createStandingWatch();
  /** The earlier request of the last two lists, and of those that were recorded last; null before. Milliseconds since 1970. */
  let previous: number | null = null;
  let recorded: number | null = null;

  return {
    /** Records what has changed since the last call. */
    record: (): void => {
      const { lists } = store.getState();
      const { fetchedAt } = lists.bids;
      if (fetchedAt === null || lists.instances.fetchedAt === null) return;
      standings.observe(lists);
      const readTo = Math.min(fetchedAt, lists.instances.fetchedAt);
      if (readTo === previous) return;
      const touched = standings.touched(lists);
      if (touched.length > 0 || recorded === null || readTo - recorded >= OBSERVED_EACH_MS) {
        const at = Math.max(fetchedAt, lists.instances.fetchedAt);
        for (const scope of scopes()) {
          const bids = touched.find(({ project }) => project === scope.project)?.bids ?? [];
          if (journal.recordBids(scope, { at, readTo, previous, bids })) standings.kept(scope.project);
        }
        recorded = readTo;
      }
      previous = readTo;
    },

    /** Begins anew, for another service or other projects. */
    forget: (): void => {
      standings.forget();
      previous = null;
      recorded = null;
    },
  };
}
