import { onTestFinished } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Journal } from '../../src/journal/journal.ts';
import { sameThread } from '../../src/journal/same-thread.ts';
import { NO_VALUES, type TypedValues } from '../../src/lib/typed-key.ts';
import { syncJournal } from '../../src/store/journal-sync.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { timePassed } from '../../src/store/transitions.ts';
import { followersOn } from '../features/running.ts';
import { openTestJournal } from '../journal/open.ts';
import { HERE } from '../journal/scope.ts';
import { NOON } from './hand-clock.ts';
import { type Holding, rowsInto, startedConsole } from './made.ts';

/** Consoles that follow one after the other on a journal, with a clock that the test sets. */
export function consoles(path = ':memory:') {
  let now = NOON;
  const journal: Journal = openTestJournal(path, () => now);
  onTestFinished(() => journal.close());
  return {
    journal,
    now: () => now,
    pass: (ms: number): void => {
      now += ms;
    },
    /** Starts a console, with settings of features. */
    start: async (change: (state: ConsoleState) => ConsoleState = (state) => state, own: TypedValues = NO_VALUES) => {
      const store: StoreApi<ConsoleState> = createStore<ConsoleState>(() => change({ ...startedConsole(), now }));
      let sequence = 0;
      const sync = syncJournal({
        store,
        journal: sameThread(journal),
        service: () => HERE.service,
        followers: followersOn(store, {
          service: HERE.service,
          profile: { own },
        }),
      });
      await sync.begun;
      return {
        store,
        stop: sync.stop,
        /** All five lists arrive, or only those that are given. */
        lists: async (holding: Holding): Promise<void> => {
          sequence += 1;
          for (const arrive of rowsInto(holding, { at: now, sequence })) store.setState(arrive(store.getState()), true);
          await sync.settled();
        },
        /** The same twice: what both miss is gone. */
        async listsTwice(holding: Holding): Promise<void> {
          await this.lists(holding);
          now += 1;
          await this.lists(holding);
        },
        second: async (): Promise<void> => {
          now += 1000;
          store.setState(timePassed(store.getState(), now), true);
          await sync.settled();
        },
      };
    },
  };
}
