import type { StoreApi } from 'zustand/vanilla';
import type { Clock } from '../lib/clock.ts';
import type { Write } from '../resources/write.ts';
import { outcomeSentence } from '../resources/write-outcome.ts';
import type { ConsoleState } from '../store/state.ts';
import type { FinishedWrite } from '../store/writes/finished-write.ts';
import { isSendingChanges } from '../store/writes/pending-writes.ts';
import { describedWrite, unsentSentence } from '../store/writes/write-notices.ts';
import { partOf } from './parts.ts';

const MAX_LINES = 8;
/** Wait for cancelled requests to report. */
const ENDS_WITHIN_MS = 1000;

export type Departure = ReturnType<typeof createLeaving>;

export function createLeaving(store: StoreApi<ConsoleState>, clock: Clock) {
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
      // A timer left over keeps the process running.
      const cancel = clock.after(ENDS_WITHIN_MS, () => end());
      const end = (): void => {
        unsubscribe();
        cancel();
        resolve();
      };
      check();
    });
  return {
    /** Aborted when the console ends: no answer is waited for. */
    signal: abort.signal,
    writeEnded: (finished: FinishedWrite): void => {
      lines = isLeaving() ? [...lines, outcomeSentence(describedWrite(store.getState(), finished))] : [];
    },
    writesLeft: (writes: readonly Write[]): void => void left.push(...writes),
    /** Stops before the parts that report outcomes. */
    part: partOf(() => async () => {
      abort.abort();
      await settled();
    }),
    lines: (): readonly string[] => {
      const more = lines.length - MAX_LINES;
      return [
        ...(left.length > 0 ? [unsentSentence(left)] : []),
        ...lines.slice(0, MAX_LINES),
        ...(more > 0 ? [`And ${more} more: see Activity.`] : []),
      ];
    },
  };
}
