import type { StoreApi } from 'zustand/vanilla';
import type { Cancel, Clock } from '../lib/clock.ts';
import type { ConsoleState } from '../store/state.ts';
import { timePassed } from '../store/transitions.ts';
import { type Part, partOf } from './parts.ts';

/** Interval at which ages and countdowns are updated, in milliseconds. */
const TICK_MS = 1000;

/** Updates ages and countdowns every second. */
export function ticking(store: StoreApi<ConsoleState>, clock: Clock): Part {
  let cancel: Cancel = () => undefined;
  const tick = (): void => {
    cancel = clock.after(TICK_MS, tick);
    store.setState(timePassed(store.getState(), clock.now()), true);
  };
  return partOf(() => {
    cancel = clock.after(TICK_MS, tick);
    return () => cancel();
  });
}

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
