import type { StoreApi } from 'zustand/vanilla';
import type { Cancel } from '../lib/clock.ts';
import { type ConnectionTrouble, connectionNoted, connectionTrouble } from '../store/connection-events.ts';
import type { ConsoleState } from '../store/state.ts';

/** Adds an event to Activity when the service no longer answers or refuses the token, and when that is over. Returns what stops it. */
export function noteConnection(store: StoreApi<ConsoleState>): Cancel {
  let noted: ConnectionTrouble | null = null;
  return store.subscribe((state) => {
    const trouble = connectionTrouble(state);
    if (trouble?.kind === noted?.kind) return;
    const before = noted;
    noted = trouble;
    store.setState(connectionNoted(state, before, trouble), true);
  });
}
