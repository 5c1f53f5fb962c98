import type { StoreApi } from 'zustand/vanilla';
import type { ConsoleState } from '../../../src/store/state.ts';

/** Waits until a condition holds, which comes with a change of the state, such as the end of a program. */
export function untilState(store: Pick<StoreApi<ConsoleState>, 'subscribe'>, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!holds()) return;
      stop();
      resolve();
    };
    const stop = store.subscribe(look);
    look();
  });
}
