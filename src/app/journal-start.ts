import type { StoreApi } from 'zustand/vanilla';
import type { Clock } from '../lib/clock.ts';
import { serviceLists } from '../resources/index.ts';
import type { List } from '../store/list.ts';
import type { ConsoleState } from '../store/state.ts';

/** Longest wait for the first answer, in milliseconds. */
const MAX_WAIT_MS = 1000;
/** Time to draw the first answer, in milliseconds. */
const DRAWN_MS = 30;

/** Resolves when the first rows, or their failure, are on screen; when the wait is over; or when the profile has stopped. */
export function firstAnswer(
  store: StoreApi<ConsoleState>,
  clock: Pick<Clock, 'after'>,
  stopped: Promise<unknown>,
): Promise<void> {
  return new Promise((resolve) => {
    const stop = store.subscribe(({ lists }) => {
      if (!serviceLists.some((name) => hasAnswer(lists[name]))) return;
      stop();
      stopWaiting();
      stopWaiting = clock.after(DRAWN_MS, resolve);
    });
    const finish = (): void => {
      stop();
      stopWaiting();
      resolve();
    };
    let stopWaiting = clock.after(MAX_WAIT_MS, finish);
    void stopped.then(finish);
  });
}

const hasAnswer = ({ fetchedAt, partialSince, failure }: List<unknown>): boolean =>
  fetchedAt !== null || partialSince !== null || failure !== null;
