import type { StoreApi } from 'zustand/vanilla';
import { tokenFrom } from '../config/token.ts';
import { serviceLists } from '../resources/index.ts';
import { showNotice } from '../state/activity.ts';
import type { ConsoleState } from '../state/state.ts';
import { CommandFailure } from '../system/exit.ts';
import { sourceInUse } from './rotation/source-in-use.ts';
import type { Runtime } from './runtime.ts';

const isSignedOut = (state: ConsoleState): boolean =>
  serviceLists.some((name) => {
    const error = state.lists[name].failure?.error;
    return error?.kind === 'not-signed-in' && error.status === 401;
  });

/**
 * Signs in with the token that the profile keeps, once the service refuses the one in use: another program may have rotated the key.
 * Token programs and variables are not read again. Returns the function that stops it.
 */
export function renewToken(store: StoreApi<ConsoleState>, runtime: () => Runtime): () => void {
  let stopped = false;
  /** The refused token for which the file or keyring was read last. */
  let refused: string | null = null;
  const renew = async (own: Runtime): Promise<void> => {
    const { kept } = own.profile();
    const token = own.token();
    if (kept === null || token === null || token === refused) return;
    refused = token;
    const source = sourceInUse(kept.resolved, kept.environment);
    if (source?.kind !== 'file' && source?.kind !== 'keyring') return;
    const found = await tokenFrom(source, kept.environment, 'drawn-on');
    if (stopped || runtime() !== own || own.token() !== token || found === null || found === token) return;
    own.remote.signIn(found);
    store.setState(
      showNotice(store.getState(), 'The key of this profile was replaced; signed in with the new one.'),
      true,
    );
  };
  const unsubscribe = store.subscribe((state, before) => {
    if (!isSignedOut(state) || isSignedOut(before)) return;
    renew(runtime()).catch((error: unknown) => {
      // The list's own error is on screen already; the reason why its token can't be read belongs to it.
      if (!stopped && error instanceof CommandFailure)
        store.setState(showNotice(store.getState(), error.message, 'bad'), true);
    });
  });
  return () => {
    stopped = true;
    unsubscribe();
  };
}
