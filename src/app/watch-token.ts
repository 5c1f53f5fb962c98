import type { StoreApi } from 'zustand/vanilla';
import type { RenewToken } from '../api/client.ts';
import { BETWEEN_READINGS_MS } from '../config/renew-token.ts';
import type { Cancel } from '../lib/clock.ts';
import { serviceLists } from '../resources/index.ts';
import { isSignedOut, isTokenRefused } from '../store/access.ts';
import type { ConsoleState } from '../store/state.ts';
import type { ShownRuntime } from './runtime-part.ts';

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  /** How to read the token's place again; null if nothing can change there. */
  readonly place: () => 'program' | 'store' | null;
  readonly token: () => string | null;
  readonly renewToken: RenewToken;
  /** Gets another token. */
  readonly found: (token: string) => void;
  /** Gets a new reason for finding none. */
  readonly failed: (sentence: string) => void;
};

/** Looks for another token after a refusal: files and the keyring repeatedly, a program once. Returns its end. */
export function watchToken({ store, place, token, renewToken, found, failed }: Parts): Cancel {
  let stopped = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** The refusal already answered by a program. */
  let ranFor: ConsoleState['lists'] | null = null;
  let told = '';
  const look = async (): Promise<void> => {
    const before = token();
    const { token: next, why } = await renewToken(before ?? '');
    if (stopped || token() !== before) return;
    if (next !== null && next !== '' && next !== before) found(next);
    else if (why !== null && why !== told) {
      told = why;
      failed(why);
    }
  };
  const unsubscribe = store.subscribe((state) => {
    if (!isSignedOut(state)) {
      lookedAt = state.now;
      ranFor = null;
      return;
    }
    if (Math.abs(state.now - lookedAt) < BETWEEN_READINGS_MS) return;
    const from = place();
    if (from === null || (from === 'program' && ranFor !== null && hasSameFailures(ranFor, state.lists))) return;
    ranFor = state.lists;
    lookedAt = state.now;
    void look();
  });
  return () => {
    stopped = true;
    unsubscribe();
  };
}

const hasSameFailures = (one: ConsoleState['lists'], other: ConsoleState['lists']): boolean =>
  serviceLists.every((name) => one[name].failure === other[name].failure);

/** Time between two attempts. */
const AGAIN_MS = 60_000;

/** Retries a refused token in a program nobody watches: a broken sign-in refuses good ones. Returns its end. */
export function retryToken(store: StoreApi<ConsoleState>, runtime: Pick<ShownRuntime, 'token' | 'remote'>): Cancel {
  let triedAt: number | null = null;
  return store.subscribe((state) => {
    const token = runtime.token();
    if (!isTokenRefused(state) || token === null) {
      triedAt = null;
      return;
    }
    triedAt ??= state.now;
    if (Math.abs(state.now - triedAt) < AGAIN_MS) return;
    triedAt = state.now;
    runtime.remote.signIn(token);
  });
}
