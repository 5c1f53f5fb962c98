import type { StoreApi } from 'zustand/vanilla';

/** Part of a store that drawing reads. */
export type BatchedStore<State> = Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'>;

/**
 * Wraps a store so that it notifies its listeners once of all changes of a task. Keys that arrive in one read, or a list with its
 * events, change the state many times before a frame can be drawn, and each change would run the selector of every component.
 * `settled` is applied to a state that is about to be drawn.
 */
export function batchedStore<State>(
  store: StoreApi<State>,
  settled: (state: State) => State = (state) => state,
): BatchedStore<State> {
  const listeners = new Set<(state: State, before: State) => void>();
  let waiting: { readonly since: State } | null = null;
  const flush = (): void => {
    if (waiting === null) return;
    const { since } = waiting;
    store.setState(settled(store.getState()), true);
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
