import type { StoreApi } from 'zustand/vanilla';
import type { ConsoleState } from '../store/state.ts';

/**
 * Time without a tick of the clock after which the machine has slept, or the program was stopped, in milliseconds: longer than the work on
 * the largest lists takes.
 */
const SLEPT_MS = 30_000;

/**
 * Calls a function when the machine has woken: the requests that were under way may wait in vain for their answers, and what is on screen is
 * old. Returns a function that stops this.
 */
export function readAfterSleep(store: Pick<StoreApi<ConsoleState>, 'subscribe'>, read: () => void): () => void {
  return store.subscribe(({ now }, before) => {
    if (now - before.now > SLEPT_MS) read();
  });
}
