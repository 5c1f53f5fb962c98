import type { StoreApi } from 'zustand/vanilla';

/** Part of a store for drawing. */
export type BatchedStore<State> = Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'> & {
  /** Notifies the listeners at once. */
  readonly flush: () => void;
};

type BatchedStoreOptions<State> = {
  /** Applied before drawing. */
  readonly settled?: (state: State) => State;
  /** Draws a state without the listeners; false if it didn't. They get the next state it doesn't draw. */
  readonly drawn?: (state: State) => boolean;
};

/**
 * Notifies listeners once for all changes of a task: keys of one read change the state many times, and each change would run the selector
 * of every component.
 */
export function batchedStore<State>(
  store: StoreApi<State>,
  { settled = (state) => state, drawn = () => false }: BatchedStoreOptions<State> = {},
): BatchedStore<State> {
  const listeners = new Set<(state: State, before: State) => void>();
  let known = store.getState();
  let isWaiting = false;
  const callListeners = (): void => {
    const since = known;
    known = store.getState();
    if (known !== since) for (const listener of [...listeners]) listener(known, since);
  };
  const settle = (): void => {
    store.setState(settled(store.getState()), true);
    isWaiting = false;
  };
  store.subscribe(() => {
    if (isWaiting) return;
    isWaiting = true;
    queueMicrotask(() => {
      if (!isWaiting) return;
      settle();
      if (!drawn(store.getState())) callListeners();
    });
  });
  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    flush: () => {
      settle();
      callListeners();
    },
  };
}
