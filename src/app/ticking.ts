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
