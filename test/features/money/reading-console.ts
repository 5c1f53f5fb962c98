import { createStore } from 'zustand/vanilla';
import type { BidRecords } from '../../../src/features/money/bid-record.ts';
import { createRecordReader } from '../../../src/features/money/bid-records.ts';
import type { BidJournal } from '../../../src/features/money/journal.ts';
import { bidRecordsOf } from '../../../src/features/money/known-records.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { HERE } from '../../journal/scope.ts';
import { NOON } from '../../store/hand-clock.ts';
import { consoleWith } from '../../store/made.ts';

type Slices = { readonly first: number; readonly next: number };

/** The exposure of 30 days, which needs all records. */
export const COSTS: ConsoleState['dialogs'] = [{ kind: 'exposure', period: '30-days', top: 0 }];

/** A console that reads the records of a journal, whose slices a test lets go on one by one. */
export function readingConsole(
  journal: Pick<BidJournal, 'bidRecordsInParts' | 'bidRecordsAfter'>,
  slices?: Slices,
  start: ConsoleState = { ...consoleWith(), now: NOON, dialogs: COSTS },
) {
  const store = createStore<ConsoleState>(() => start);
  const due: (() => void)[] = [];
  let run = 0;
  const change = (transition: (state: ConsoleState) => ConsoleState): void =>
    store.setState(transition(store.getState()), true);
  const reader = createRecordReader({
    store,
    change,
    journal,
    scopes: () => [HERE],
    clock: {
      steady: () => store.getState().now,
      after: (_, then) => {
        due.push(then);
        return () => {
          due.splice(0, due.length, ...due.filter((one) => one !== then));
        };
      },
    },
    ...(slices === undefined ? {} : { slices }),
  });
  return {
    store,
    reader,
    change,
    known: (): BidRecords | null => bidRecordsOf(store.getState()),
    /** Slices that wait for their turn. */
    waiting: (): number => due.length,
    /** Slices that had their turn after the first one. */
    run: (): number => run,
    /** Lets so many further slices have their turn, or all of them. */
    goOn: (most = Number.POSITIVE_INFINITY): void => {
      for (let n = 0; n < most; n++) {
        const next = due.shift();
        if (next === undefined) return;
        run += 1;
        next();
      }
    },
    /** Time passes, and what is due is begun. */
    passes: (ms: number): void => {
      change((state) => ({ ...state, now: state.now + ms }));
      reader.readDue();
    },
  };
}
