import type { StoreApi } from 'zustand/vanilla';

/** What drawing needs of a store. */
export type BatchedStore<State> = Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'>;

/**
 * A store that tells once of all that changes in one go. Keys that come together, or a list with the events that follow from it,
 * change the state many times before anything can be drawn, and after each of them every component would look whether it is
 * concerned.
 */
export function batchedStore<State>(store: StoreApi<State>): BatchedStore<State> {
  const listeners = new Set<(state: State, before: State) => void>();
  let waiting: { readonly since: State } | null = null;
  const flush = (): void => {
    if (waiting === null) return;
    const { since } = waiting;
    waiting = null;
    for (const listener of [...listeners]) listener(store.getState(), since);
  };
  store.subscribe((_, since) => {
    if (waiting === null) queueMicrotask(flush);
    waiting ??= { since };
  });
  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
