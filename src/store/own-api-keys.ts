import type { StoreApi } from 'zustand/vanilla';
import type { ApiKey } from '../contract/api-key.ts';
import type { ConsoleState } from './state.ts';

/** Shortest snippet that tells one key from another, in characters; a shorter one may be a prefix that all keys share. */
const MIN_SNIPPET_LENGTH = 6;

/** Whether a key is, by its snippet, the one with this token; services end snippets with dots or stars. */
export function isKeyOf(token: string, { snippet }: Pick<ApiKey, 'snippet'>): boolean {
  if (snippet === null || snippet.length < MIN_SNIPPET_LENGTH) return false;
  const beginning = snippet.replace(/[.…*]+$/, '');
  return beginning.length > 0 && token.startsWith(beginning);
}

/** Whether the service accepts a key: it is neither revoked nor expired. */
export function isActive({ deactivated_at, expires_at }: ApiKey, now: number): boolean {
  return (deactivated_at === null || deactivated_at > now) && (expires_at === null || expires_at > now);
}

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
