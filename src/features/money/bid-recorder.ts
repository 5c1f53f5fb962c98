import type { StoreApi } from 'zustand/vanilla';
import type { RuntimeAccess } from '../../app/runtime-part.ts';
import type { AsyncJournal } from '../../journal/async-journal.ts';
import { instancesByBid } from '../../resources/parts/joins.ts';
import { wholeReadTo } from '../../store/age.ts';
import type { ConsoleState, Lists } from '../../store/state.ts';
import { createStandingWatch, type Numbers, numbersOf } from './bid-standings.ts';
import { bidJournal, type SeenBids } from './journal.ts';

/** Lists whose bids are recorded, and where. */
type BidRecording = Pick<RuntimeAccess, 'scopes'> & {
  readonly store: Pick<StoreApi<ConsoleState>, 'getState'>;
  readonly journal: Pick<AsyncJournal, 'record'>;
};

/** All bids of the lists, and the instances of bids that are not listed. */
const wholeOf = ({ bids, instances }: Lists): NonNullable<SeenBids['whole']> => ({
  listed: [...bids.rows.keys()],
  unlisted: new Map(
    [...instancesByBid(instances)].flatMap(([fid, listed]): [string, Numbers][] =>
      bids.rows.has(fid) ? [] : [[fid, numbersOf(listed)]],
    ),
  ),
});

/** Time between two writes of the observed time while no bid changes, in milliseconds. */
const OBSERVED_EACH_MS = 10_000;

/** Records in the journal how bids stand, and until when the lists of bids and instances were read. What can't be written waits there. */
export function createBidRecorder({ store, journal, scopes }: BidRecording) {
  const standings = createStandingWatch();
  /** Time until which all rows were read, and of what was recorded last. Milliseconds since 1970; null before. */
  let readTo: number | null = null;
  let recordedAt: number | null = null;
  /** Whether the first lists are still to be recorded: the journal may have bids that have left them since. */
  let isWhole = false;
  /** Records changes at once, and otherwise the observed time every few seconds, or when it `ends`. */
  const record = (ends: boolean): void => {
    const { lists } = store.getState();
    const { bids, instances } = lists;
    if (bids.fetchedAt === null || instances.fetchedAt === null) return;
    isWhole = standings.observe(lists) || isWhole;
    // The last list or part of one; no change can have been seen later.
    const at = Math.max(standings.seenAt(lists), bids.observed.requestedAt, instances.observed.requestedAt);
    const touched = standings.touched(lists);
    const isDue = recordedAt === null || ends || Math.abs(at - recordedAt) >= OBSERVED_EACH_MS;
    const shown = scopes();
    if (touched.length === 0 && !isDue) {
      // Of lists in parts the last time that was recorded is enough: to find it takes all rows.
      if (bids.newer.size + instances.newer.size === 0) readTo = wholeReadTo(lists) ?? readTo;
      return;
    }
    const previous = readTo;
    const now = wholeReadTo(lists);
    // A clock that was set back begins anew: nothing is known of the time between.
    const isBack = previous !== null && now !== null && now < previous;
    readTo = now ?? previous;
    const whole = isWhole && now !== null ? wholeOf(lists) : null;
    for (const scope of shown) {
      const own = touched.filter(({ project }) => shown.length === 1 || project === scope.project);
      journal.record(bidJournal, 'recordBids', scope, {
        at,
        readTo: now,
        previous: isBack ? null : previous,
        recordedAt,
        bids: own.flatMap((one) => one.bids),
        whole,
      });
    }
    isWhole = isWhole && now === null;
    standings.kept();
    recordedAt = at;
  };

  return {
    /** Records what has changed since the last call. */
    record: (): void => record(false),

    /** Records until when the lists were read, before the console ends. */
    finish: (): void => record(true),

    /** Begins anew, for another service or other projects. */
    forget: (): void => {
      standings.forget();
      readTo = null;
      recordedAt = null;
    },
  };
}
