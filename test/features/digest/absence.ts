import { onTestFinished } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { digestOf } from '../../../src/features/digest/digest.ts';
import { digestLines } from '../../../src/features/digest/digest-lines.ts';
import { bidRecordsOf } from '../../../src/features/money/known-records.ts';
import { topDialog } from '../../../src/store/dialogs/dialog-stack.ts';
import type { DialogState } from '../../../src/store/dialogs/dialog-state.ts';
import { syncJournal } from '../../../src/store/journal-sync.ts';
import { timePassed } from '../../../src/store/lists/transitions.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { HERE } from '../../journal/scope.ts';
import { NOON } from '../../store/hand-clock.ts';
import { type Holding, rowsInto, startedConsole } from '../../store/made.ts';
import { type FeaturesJournal, openFeaturesJournal } from '../open-journal.ts';

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
      const stop = syncJournal({ store, journal, service: () => HERE.service, digestAfterMs: after });
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

/** Returns the open digest; null when none is. */
export function openDigest(state: ConsoleState): DialogState<'digest'> | null {
  const top = topDialog(state);
  return top?.kind === 'digest' ? top : null;
}

/** Returns the open digest in words, a line each. */
export function wordsOf(state: ConsoleState): readonly string[] {
  const open = openDigest(state);
  if (open === null) return [];
  const digest = digestOf(open.parts, bidRecordsOf(state), contextOf(state));
  return digestLines(digest, { arrow: '>', now: state.now, safe: (text) => text }).map((line) =>
    line.kind === 'sentence' ? line.text : `${line.row.name}: ${line.what}`,
  );
}
