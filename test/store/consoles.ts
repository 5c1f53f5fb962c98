import { onTestFinished } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { digestAfter } from '../../src/features/digest/settings.ts';
import { NO_VALUES } from '../../src/lib/typed-key.ts';
import { syncJournal } from '../../src/store/journal-sync.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { timePassed } from '../../src/store/transitions.ts';
import { type FeaturesJournal, openFeaturesJournal } from '../features/open-journal.ts';
import { followersOn } from '../features/running.ts';
import { HERE } from '../journal/scope.ts';
import { NOON } from './hand-clock.ts';
import { type Holding, rowsInto, startedConsole } from './made.ts';

/** The absence after which a console shows what happened in it. */
export const TEN_MINUTES = 600_000;

/** Consoles that follow one after the other on a journal, with a clock that the test sets. */
export function consoles(path = ':memory:') {
  let now = NOON;
  const journal: FeaturesJournal = openFeaturesJournal(path, () => now);
  onTestFinished(() => journal.close());
  return {
    journal,
    now: () => now,
    pass: (ms: number): void => {
      now += ms;
    },
    /** Starts a console, or with `after` null a `watch`, which opens nothing. */
    start: (change: (state: ConsoleState) => ConsoleState = (state) => state, after: number | null = TEN_MINUTES) => {
      const store: StoreApi<ConsoleState> = createStore<ConsoleState>(() => change({ ...startedConsole(), now }));
      let sequence = 0;
      const stop = syncJournal({
        store,
        journal,
        service: () => HERE.service,
        followers: followersOn(store, {
          service: HERE.service,
          profile: { own: digestAfter.put(NO_VALUES, (after ?? 0) / 60_000) },
        }),
      });
      return {
        store,
        stop,
        /** All five lists arrive, or only those that are given. */
        lists: (holding: Holding): void => {
          sequence += 1;
          for (const arrive of rowsInto(holding, { at: now, sequence })) store.setState(arrive(store.getState()), true);
        },
        second: (): void => {
          now += 1000;
          store.setState(timePassed(store.getState(), now), true);
        },
      };
    },
  };
}
