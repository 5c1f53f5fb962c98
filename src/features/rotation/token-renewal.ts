import type { StoreApi } from 'zustand/vanilla';
import type { Runtime } from '../../app/runtime.ts';
import type { TokenSource } from '../../config/file.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import type { ProfileSession } from '../../config/session-config.ts';
import { tokenFrom } from '../../config/token.ts';
import { isSignedOut, isTokenRefused } from '../../store/access.ts';
import type { ConsoleState } from '../../store/state.ts';
import { CommandFailure } from '../../system/exit.ts';
import { sourceInUse } from './work/source-in-use.ts';

/** Time between two looks for another token while the service refuses the one in use, in milliseconds. */
const LOOK_MS = 10_000;
/** Time between two attempts with the token that the service refuses, in milliseconds. */
const AGAIN_MS = 60_000;

/** Returns where another token can appear while a program runs: the file or keyring of its own. Token programs and variables are not read again. */
export function replaceableSource(kept: ResolvedSettings | null): TokenSource | null {
  const source = kept === null ? null : sourceInUse(kept);
  return source?.kind === 'file' || source?.kind === 'keyring' ? source : null;
}

/**
 * Signs in with the token that the profile keeps, once the service refuses the one in use: another program may have rotated the key.
 * While it is refused, looks again and again; `tell` gets a sentence for what was found. Returns the function that stops it.
 */
export function renewToken(
  store: StoreApi<ConsoleState>,
  runtime: () => Pick<Runtime<ProfileSession>, 'profile' | 'token' | 'remote'>,
  tell: (sentence: string, tone?: 'bad') => void,
): () => void {
  let stopped = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let failure = '';
  const renew = async (own: ReturnType<typeof runtime>): Promise<void> => {
    const { kept } = own.profile();
    const token = own.token();
    const source = replaceableSource(kept);
    if (kept === null || token === null || source === null) return;
    const found = await tokenFrom(source, kept.from.environment, 'drawn-on');
    if (stopped || runtime() !== own || own.token() !== token || found === null || found === token) return;
    own.remote.signIn(found);
    tell('The key of this profile was replaced; signed in with the new one.');
  };
  const unsubscribe = store.subscribe((state) => {
    if (!isSignedOut(state)) {
      lookedAt = Number.NEGATIVE_INFINITY;
      return;
    }
    if (Math.abs(state.now - lookedAt) < LOOK_MS) return;
    lookedAt = state.now;
    renew(runtime()).catch((error: unknown) => {
      // The list's own error was told already; the reason why its token can't be read belongs to it.
      if (stopped || !(error instanceof CommandFailure) || error.message === failure) return;
      failure = error.message;
      tell(error.message, 'bad');
    });
  });
  return () => {
    stopped = true;
    unsubscribe();
  };
}

/**
 * Tries the token again and again while the service refuses it for every list, for a program that nobody looks at: a service whose
 * sign-in is out of order refuses good tokens, too. Returns the function that stops it.
 */
export function retryToken(
  store: StoreApi<ConsoleState>,
  runtime: Pick<Runtime<ProfileSession>, 'token' | 'remote'>,
): () => void {
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
