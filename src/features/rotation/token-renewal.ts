import type { RuntimeAccess } from '../../app/runtime-part.ts';
import { replaceableSource } from '../../config/source-in-use.ts';
import { tokenFrom } from '../../config/token.ts';
import type { Cancel } from '../../lib/clock.ts';
import { isSignedOut } from '../../store/access.ts';
import { showNotice } from '../../store/activity.ts';
import { CommandFailure } from '../../system/exit.ts';

/** Time between two looks for another token while the service refuses the one in use, in milliseconds. */
const LOOK_MS = 10_000;

/**
 * Signs in with the token that the profile keeps, once the service refuses the one in use: another program may have rotated the key.
 * While it is refused, looks again and again, and tells the operator what was found. Returns the function that stops it.
 */
export function renewToken({ store, profile, token, signIn, report }: RuntimeAccess): Cancel {
  let stopped = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let failure = '';
  const tell = (sentence: string, tone?: 'bad'): void =>
    report({ line: sentence, added: (state) => state, shown: (state) => showNotice(state, sentence, tone) });
  const renew = async (): Promise<void> => {
    const { kept } = profile();
    const before = token();
    const source = replaceableSource(kept);
    if (kept === null || before === null || source === null) return;
    const found = await tokenFrom(source, kept.from.environment, 'drawn-on');
    if (stopped || token() !== before || found === null || found === before) return;
    signIn(found);
    tell('The key of this profile was replaced; signed in with the new one.');
  };
  const unsubscribe = store.subscribe((state) => {
    if (!isSignedOut(state)) {
      lookedAt = Number.NEGATIVE_INFINITY;
      return;
    }
    if (Math.abs(state.now - lookedAt) < LOOK_MS) return;
    lookedAt = state.now;
    renew().catch((error: unknown) => {
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
