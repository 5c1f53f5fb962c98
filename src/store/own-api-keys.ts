import type { StoreApi } from 'zustand/vanilla';
import type { ApiKey } from '../contract/api-key.ts';
import type { ConsoleState } from './state.ts';

/** Shorter snippets may be a prefix of all keys. In characters. */
const MIN_SNIPPET_LENGTH = 6;

/** By its snippet, which may end with dots or stars. */
export function isKeyOf(token: string, { snippet }: Pick<ApiKey, 'snippet'>): boolean {
  if (snippet === null || snippet.length < MIN_SNIPPET_LENGTH) return false;
  const beginning = snippet.replace(/[.…*]+$/, '');
  return beginning.length > 0 && token.startsWith(beginning);
}

/** Neither revoked nor expired. */
export function isActive({ deactivated_at, expires_at }: ApiKey, now: number): boolean {
  return (deactivated_at === null || deactivated_at > now) && (expires_at === null || expires_at > now);
}

/** The keys that this console is signed in with. The token is not stored. */
export function withOwnApiKeys(state: ConsoleState, token: string | null): ConsoleState {
  const keys = token === null ? [] : [...state.lists.apiKeys.rows.values()].filter(({ row }) => isKeyOf(token, row));
  const before = state.ownApiKeys;
  if (keys.length === before.size && keys.every(({ row }) => before.has(row.fid))) return state;
  return { ...state, ownApiKeys: new Set(keys.map(({ row }) => row.fid)) };
}

/** Follows the list of keys and the connection. Returns how to stop. */
export function trackOwnApiKeys(store: StoreApi<ConsoleState>, token: () => string | null): () => void {
  return store.subscribe(({ lists, connected }, before) => {
    if (lists.apiKeys.rows === before.lists.apiKeys.rows && connected === before.connected) return;
    const state = store.getState();
    const next = withOwnApiKeys(state, token());
    if (next !== state) store.setState(next, true);
  });
}
