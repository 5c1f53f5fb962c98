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
  /** What reads the place of the token again: a program is run there, or a file or the keyring is read; null when nothing can change there. */
  readonly place: () => 'program' | 'store' | null;
  readonly token: () => string | null;
  readonly renewToken: RenewToken;
  /** Another token is at the place. */
  readonly found: (token: string) => void;
  /** None can be had from there, for a reason that was not told yet. */
  readonly failed: (sentence: string) => void;
};

/**
 * Looks for another token at its place while the service refuses the one in use: `login` or a rotation in another program may put one there.
 * A file and the keyring are read again and again, a program is run once for each refusal. Returns the function that stops it.
 */
export function watchToken({ store, place, token, renewToken, found, failed }: Parts): Cancel {
  let stopped = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** The lists of the refusal that a program was run for. */
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

/** Time between two attempts with the token that the service refuses, in milliseconds. */
const AGAIN_MS = 60_000;

/**
 * Tries the token again and again while the service refuses it for every list, for a program that nobody looks at: a service whose
 * sign-in is out of order refuses good tokens, too. Returns the function that stops it.
 */
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
