import type { StoreApi } from 'zustand/vanilla';
import type { Clock } from '../lib/clock.ts';
import { serviceLists } from '../resources/index.ts';
import type { ConsoleState } from '../state/state.ts';

/** So long at most the first answer is waited for, and then for it to be drawn. Milliseconds. */
const LONGEST_MS = 1000;
const DRAWN_MS = 30;

/** Resolves when the first list that came, or could not be read, is on screen; when none has for a while; or when all is over. */
export function firstAnswer(
  store: StoreApi<ConsoleState>,
  clock: Pick<Clock, 'after'>,
  over: Promise<unknown>,
): Promise<void> {
  return new Promise((resolve) => {
    const stop = store.subscribe(({ lists }) => {
      if (serviceLists.every((name) => lists[name].fetchedAt === null && lists[name].failure === null)) return;
      stop();
      stopWaiting();
      stopWaiting = clock.after(DRAWN_MS, resolve);
    });
    const enough = (): void => {
      stop();
      stopWaiting();
      resolve();
    };
    let stopWaiting = clock.after(LONGEST_MS, enough);
    void over.then(enough);
  });
}
