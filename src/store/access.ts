import type { StoreApi } from 'zustand/vanilla';
import { isForbidden } from '../api/error-messages.ts';
import type { ServiceError } from '../api/result.ts';
import type { ApiKey } from '../contract/api-key.ts';
import type { ServiceList } from '../contract/lists.ts';
import { serviceLists } from '../resources/index.ts';
import type { ListFailure } from './list.ts';
import { type ConsoleState, keyNamed } from './state.ts';

type Lists = Pick<ConsoleState, 'lists'>;

/** Refused because of the token (401, 403, or none). */
export const isRefusal = (error: ServiceError): boolean => error.kind === 'not-signed-in' || error.kind === 'no-token';

/** A list that alone refused the token is tried again. */
const needsToken = ({ error, tryAt }: ListFailure): boolean =>
  isRefusal(error) && !isForbidden(error) && tryAt === null;

const failuresIn = ({ lists }: Lists): readonly (ListFailure | null)[] =>
  serviceLists.map((name) => lists[name].failure);

/** Nothing can be read without another token. */
export const isSignedOut = (state: Lists): boolean =>
  failuresIn(state).some((failure) => failure !== null && needsToken(failure));

export const signInAdvice = (state: Pick<ConsoleState, 'keyOverrides'>): string =>
  `Press ${keyNamed(state, 'switch', 'P')} to sign in with another token.`;

/** Every list refused the token: one answer may be about its list alone. */
export const isTokenRefused = (state: Lists): boolean =>
  isSignedOut(state) && failuresIn(state).every((failure) => failure !== null && isRefusal(failure.error));

/** Why the token may not read this list while it reads others; null when unknown. */
export function refusalOf({ lists }: Lists, name: ServiceList): ServiceError | null {
  const { failure } = lists[name];
  return failure !== null && isRefusal(failure.error) && !needsToken(failure) ? failure.error : null;
}

/** Shorter snippets may be a prefix of all keys. In characters. */
const MIN_SNIPPET_LENGTH = 6;

/** By its snippet, possibly ending in dots or stars. */
export function isKeyOf(token: string, { snippet }: Pick<ApiKey, 'snippet'>): boolean {
  if (snippet === null || snippet.length < MIN_SNIPPET_LENGTH) return false;
  const beginning = snippet.replace(/[.…*]+$/, '');
  return beginning.length > 0 && token.startsWith(beginning);
}

export function isActive({ deactivated_at, expires_at }: ApiKey, now: number): boolean {
  return (deactivated_at === null || deactivated_at > now) && (expires_at === null || expires_at > now);
}

/** This console's own keys. The token is not stored. */
export function withOwnApiKeys(state: ConsoleState, token: string | null): ConsoleState {
  const keys = token === null ? [] : [...state.lists.apiKeys.rows.values()].filter(({ row }) => isKeyOf(token, row));
  const before = state.ownApiKeys;
  if (keys.length === before.size && keys.every(({ row }) => before.has(row.fid))) return state;
  return { ...state, ownApiKeys: new Set(keys.map(({ row }) => row.fid)) };
}

export function trackOwnApiKeys(store: StoreApi<ConsoleState>, token: () => string | null): () => void {
  return store.subscribe(({ lists, connected }, before) => {
    if (lists.apiKeys.rows === before.lists.apiKeys.rows && connected === before.connected) return;
    const state = store.getState();
    const next = withOwnApiKeys(state, token());
    if (next !== state) store.setState(next, true);
  });
}
