import type { StoreApi } from 'zustand/vanilla';

/** Part of a store that drawing reads. */
export type BatchedStore<State> = Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'> & {
  /** Notifies the listeners at once of all changes that they have not been notified of. */
  readonly flush: () => void;
};

type BatchedStoreOptions<State> = {
  /** Is applied to a state that is about to be drawn. */
  readonly settled?: (state: State) => State;
  /** Draws a state without the listeners; whether it has. They are notified of it with the next state that it does not draw. */
  readonly drawn?: (state: State) => boolean;
};

/**
 * Wraps a store so that it notifies its listeners once of all changes of a task. Keys that arrive in one read, or a list with its
 * events, change the state many times before a frame can be drawn, and each change would run the selector of every component.
 */
export function batchedStore<State>(
  store: StoreApi<State>,
  { settled = (state) => state, drawn = () => false }: BatchedStoreOptions<State> = {},
): BatchedStore<State> {
  const listeners = new Set<(state: State, before: State) => void>();
  /** The last state that the listeners know. */
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
