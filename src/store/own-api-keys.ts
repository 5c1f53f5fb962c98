import type { StoreApi } from 'zustand/vanilla';
import { isKeyOf } from './key-of-token.ts';
import type { ConsoleState } from './state.ts';

/** The state with the identifiers of the API keys that this console is signed in with. The token itself is not stored. */
export function withOwnApiKeys(state: ConsoleState, token: string | null): ConsoleState {
  const keys = token === null ? [] : [...state.lists.apiKeys.rows.values()].filter(({ row }) => isKeyOf(token, row));
  const before = state.ownApiKeys;
  if (keys.length === before.size && keys.every(({ row }) => before.has(row.fid))) return state;
  return { ...state, ownApiKeys: new Set(keys.map(({ row }) => row.fid)) };
}

/** Updates the own API keys when their list or the connection changes. Returns a function that stops it. */
export function trackOwnApiKeys(store: StoreApi<ConsoleState>, token: () => string | null): () => void {
  return store.subscribe(({ lists, connected }, before) => {
    if (lists.apiKeys.rows === before.lists.apiKeys.rows && connected === before.connected) return;
    const state = store.getState();
    const next = withOwnApiKeys(state, token());
    if (next !== state) store.setState(next, true);
  });
}
