import type { StoreApi } from 'zustand/vanilla';
import type { Cancel } from '../lib/clock.ts';
import { type ConnectionTrouble, connectionNoted, connectionTrouble } from '../store/connection-events.ts';
import { profileText } from '../store/journal-sync.ts';
import type { ConsoleState } from '../store/state.ts';

/** Adds an event to Activity when the service no longer answers or refuses the token, and when that is over. Returns what stops it. */
export function noteConnection(store: StoreApi<ConsoleState>): Cancel {
  let noted: ConnectionTrouble | null = null;
  return store.subscribe((state, before) => {
    // The lists of another profile or project have errors of their own.
    if (state.connected !== before.connected && profileText(state) !== profileText(before)) noted = null;
    const trouble = connectionTrouble(state);
    if (trouble?.kind === noted?.kind) return;
    const last = noted;
    noted = trouble;
    store.setState(connectionNoted(state, last, trouble), true);
  });
}
