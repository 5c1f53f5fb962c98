import type { StoreApi } from 'zustand/vanilla';
import type { Clock } from '../lib/clock.ts';
import type { Write } from '../resources/write.ts';
import { outcomeSentence } from '../resources/write-outcome.ts';
import type { ConsoleState } from '../store/state.ts';
import type { FinishedWrite } from '../store/writes/finished-write.ts';
import { isSendingChanges } from '../store/writes/own-writes.ts';
import { describedWrite, unsentSentence } from '../store/writes/write-notices.ts';
import { type Part, partOf } from './parts.ts';

/** Most writes whose outcome the shell gets. */
const MAX_LINES = 8;
/** Time in which a request that was ended reports so, in milliseconds. */
const ENDS_WITHIN_MS = 1000;

/** The end of a console whose changes are not all answered. */
export type Departure = {
  /** Aborted when the console ends: no answer is waited for any more. */
  readonly signal: AbortSignal;
  /** Takes each write that has ended. */
  readonly writeEnded: (finished: FinishedWrite) => void;
  /** Takes the writes that are not sent, because the console ends. */
  readonly writesLeft: (writes: readonly Write[]) => void;
  /** Ends what is still under way. It has to be stopped before the parts that report outcomes. */
  readonly part: Part;
  /** What became of the changes that were under way when the operator wanted to leave, for the shell. */
  readonly lines: () => readonly string[];
};

export function createLeaving(store: StoreApi<ConsoleState>, clock: Clock): Departure {
  const abort = new AbortController();
  let lines: readonly string[] = [];
  const left: Write[] = [];
  const isLeaving = (): boolean =>
    abort.signal.aborted || store.getState().dialogs.some(({ kind }) => kind === 'leaving');
  const settled = (): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!isSendingChanges(store.getState())) end();
      };
      const unsubscribe = store.subscribe(check);
      // A timer that is left keeps the process running.
      const cancel = clock.after(ENDS_WITHIN_MS, () => end());
      const end = (): void => {
        unsubscribe();
        cancel();
        resolve();
      };
      check();
    });
  return {
    signal: abort.signal,
    writeEnded: (finished) => {
      lines = isLeaving() ? [...lines, outcomeSentence(describedWrite(store.getState(), finished))] : [];
    },
    writesLeft: (writes) => void left.push(...writes),
    part: partOf(() => async () => {
      abort.abort();
      await settled();
    }),
    lines: () => {
      const more = lines.length - MAX_LINES;
      return [
        ...(left.length > 0 ? [unsentSentence(left)] : []),
        ...lines.slice(0, MAX_LINES),
        ...(more > 0 ? [`And ${more} more: see Activity.`] : []),
      ];
    },
  };
}
