import type { StoreApi } from 'zustand/vanilla';
import type { ProfileConfig } from '../config/profile-config.ts';
import type { Cancel } from '../lib/clock.ts';
import { isTokenRefused } from '../store/access.ts';
import type { ConsoleState } from '../store/state.ts';
import type { Runtime } from './runtime.ts';

/** Time between two attempts with the token that the service refuses, in milliseconds. */
const AGAIN_MS = 60_000;

/**
 * Tries the token again and again while the service refuses it for every list, for a program that nobody looks at: a service whose
 * sign-in is out of order refuses good tokens, too. Returns the function that stops it.
 */
export function retryToken(
  store: StoreApi<ConsoleState>,
  runtime: Pick<Runtime<ProfileConfig>, 'token' | 'remote'>,
): Cancel {
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
