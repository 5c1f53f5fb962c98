import type { StoreApi } from 'zustand/vanilla';
import { keepToken } from '../config/save-profile.ts';
import { sourceWords, type TokenSource } from '../config/token.ts';
import type { Clock } from '../lib/clock.ts';
import { describeError } from '../lib/os-error.ts';
import type { RemotePort, Transition } from '../store/controller.ts';
import { tokenAccepted, tokenAsked, tokenKept, tokenNotKept, tokenRefused } from '../store/dialogs/sign-in.ts';
import type { ConsoleState } from '../store/state.ts';
import type { Runtime } from './runtime.ts';

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly clock: Clock;
  readonly runtime: () => Runtime;
};

/** Tries typed tokens, one at a time, signs in with one that the service accepts, and saves it where the profile keeps its token. */
export function createSigningIn({ store, clock, runtime }: Parts): Pick<
  RemotePort,
  'trySignIn' | 'cancelSignIn' | 'keepToken'
> & {
  readonly stop: () => void;
} {
  let attempt = new AbortController();
  const stop = (): void => attempt.abort();
  const change = (transition: Transition): void => store.setState(transition(store.getState()), true);

  const tryIt = async (token: string): Promise<void> => {
    stop();
    attempt = new AbortController();
    const { signal } = attempt;
    const own = runtime();
    change((state) => tokenAsked(state, clock.now()));
    const issue = await own.tryToken(token, signal);
    if (signal.aborted || runtime() !== own) return;
    const isOfProject = issue?.path[0] === 'project';
    if (issue !== null && !isOfProject) return change((state) => tokenRefused(state, issue.message));
    own.remote.signIn(token);
    const source = placeFor(own);
    const remark = issue === null ? null : `Signed in, but: ${issue.message} P shows another project.`;
    change((state) => tokenAccepted(state, { place: source === null ? null : sourceWords(source), remark }));
  };

  const keep = async (): Promise<void> => {
    const own = runtime();
    const source = placeFor(own);
    const token = own.token();
    if (source === null || token === null) return;
    try {
      await keepToken(source, token);
      change((state) => tokenKept(state, sourceWords(source)));
    } catch (error) {
      change((state) => tokenNotKept(state, `It was not saved: ${describeError(error)}`));
    }
  };
  return { trySignIn: (token) => void tryIt(token), cancelSignIn: stop, keepToken: () => void keep(), stop };
}

/** Where the profile keeps its token, if spotdeck can write there. */
function placeFor(own: Runtime): TokenSource | null {
  const source = own.profile().kept?.settings.tokenSource ?? null;
  return source?.kind === 'file' || source?.kind === 'keyring' ? source : null;
}
