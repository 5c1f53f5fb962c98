import type { StoreApi } from 'zustand/vanilla';
import type { Controller } from '../store/controller.ts';
import type { ConsoleState } from '../store/state.ts';

/** Lets a screen show another state, whose keys then reach that state alone. */
export function createShownController(own: Controller) {
  let shown = own;
  const listeners = new Set<(state: ConsoleState, before: ConsoleState) => void>();
  const tell = (state: ConsoleState, before: ConsoleState): void => {
    // Like a store: a listener removed meanwhile is not called.
    listeners.forEach((listener) => {
      listener(state, before);
    });
  };
  let unfollow = own.store.subscribe(tell);
  const getState = (): ConsoleState => shown.store.getState();
  const subscribe: StoreApi<ConsoleState>['subscribe'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const store = new Proxy(own.store, {
    get: (_, name) => {
      if (name === 'getState') return getState;
      return name === 'subscribe' ? subscribe : Reflect.get(shown.store, name);
    },
  });
  return {
    controller: new Proxy(own, { get: (_, name) => (name === 'store' ? store : Reflect.get(shown, name)) }),
    /** Null shows the console's own again. */
    show: (other: Controller | null): void => {
      const before = getState();
      unfollow();
      shown = other ?? own;
      unfollow = shown.store.subscribe(tell);
      tell(getState(), before);
    },
  };
}
