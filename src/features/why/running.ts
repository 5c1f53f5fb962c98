import type { JournalEvent } from '../../changes/change-event.ts';
import { EMPTY_FOLD, foldEvents, trimmed } from '../../changes/fold-events.ts';
import type { RunningPart } from '../../command/feature.ts';
import { type AsyncJournal, journalRecords } from '../../journal/async-journal.ts';
import type { Scope } from '../../journal/scope.ts';
import { MINUTE_MS } from '../../lib/duration.ts';
import type { ConsoleState } from '../../store/state.ts';
import { MAX_LINES, rowEvents } from './journal.ts';
import { pastsWith } from './past.ts';
import { happenedOf, knownPastsOf } from './state.ts';
import { bidsInStory, isStoryOpen, storyEventsAdded, storyHistoryArrived } from './story-tab.ts';

const GAPS_MS = MINUTE_MS;

/** Reads the journal's past of listed rows, then follows it. */
export const running: RunningPart = {
  state: {
    demands: (state) => ({
      money: { prices: isStoryOpen(state) },
      extras: { bids: bidsInStory(state).map((fid) => ({ fid, isOpen: true })) },
    }),
  },
  runtime: {
    follows: (_, { store, change, journal, scopes }) => {
      let begun = 0;
      let gapsAt = Number.NEGATIVE_INFINITY;
      let isLooking = false;
      let meanwhile: readonly JournalEvent[] = [];

      const begin = (): void => {
        begun += 1;
        meanwhile = [];
        change((state) => ({ ...state, knownPasts: { kind: 'none' }, happened: EMPTY_FOLD }));
        void read(begun);
      };
      const read = async (own: number): Promise<void> => {
        const shown = scopes();
        const [{ happened, ...past }, since] = await Promise.all([
          journal.ask(rowEvents, 'readPast', shown, null, journal.by),
          readSince(journal, shown),
        ]);
        if (own !== begun) return;
        change((state) =>
          withEvents({ ...state, knownPasts: { kind: 'read', ...past, since }, happened }, meanwhile, journal.by),
        );
        meanwhile = [];
      };
      /** A machine's sleep leaves a gap, and a new journal begins with the first lists. */
      const lookAgain = async (): Promise<void> => {
        const state = store.getState();
        const before = knownPastsOf(state);
        if (isLooking || before.kind !== 'read') return;
        if (before.since !== null && state.now - gapsAt < GAPS_MS) return;
        gapsAt = state.now;
        isLooking = true;
        const own = begun;
        const shown = scopes();
        const [gaps, since] = await Promise.all([
          journal.ask(rowEvents, 'gaps', shown, null),
          before.since ?? readSince(journal, shown),
        ]);
        isLooking = false;
        const known = knownPastsOf(store.getState());
        if (own !== begun || known.kind !== 'read') return;
        const isSame =
          since === known.since && gaps.length === known.gaps.length && gaps.at(-1)?.to === known.gaps.at(-1)?.to;
        if (!isSame) change((next) => ({ ...next, knownPasts: { ...known, since, gaps } }));
      };

      return {
        begin,
        stateChanged: (state, before) => {
          if (state.extras?.bidHistories !== before.extras?.bidHistories && isStoryOpen(state))
            change((now) => storyHistoryArrived(now, before));
          return false;
        },
        eventsArrived: (state, arrived) => {
          if (knownPastsOf(state).kind !== 'read') meanwhile = [...meanwhile, ...arrived];
          return withEvents(storyEventsAdded(state, arrived), arrived, journal.by);
        },
        caughtUp: () => void lookAgain(),
        finish: () => {
          begun += 1;
        },
      };
    },
  },
};

/** When the lists of all these projects were first read; null when one was not. Milliseconds since 1970. */
async function readSince(journal: Pick<AsyncJournal, 'ask'>, scopes: readonly Scope[]): Promise<number | null> {
  const times = await Promise.all(scopes.map((scope) => journal.ask(journalRecords, 'knownSince', scope, 'bids')));
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** Some of the events may have been read with the journal. */
function withEvents(state: ConsoleState, arrived: readonly JournalEvent[], here: string): ConsoleState {
  const known = knownPastsOf(state);
  if (known.kind !== 'read') return state;
  const newer = arrived.filter(({ id }) => id > known.last);
  const last = newer.at(-1)?.id;
  if (last === undefined) return state;
  const pasts = pastsWith(known.pasts, newer, here);
  const happened = trimmed(foldEvents(happenedOf(state), newer), MAX_LINES);
  return { ...state, knownPasts: { ...known, last, pasts }, happened };
}
