import type { StoreApi } from 'zustand/vanilla';
import type { FieldIssue, Outcome } from '../api/result.ts';
import type { ReloadableConfig } from '../config/profile-config.ts';
import { keepToken } from '../config/save-profile.ts';
import { sourceWords, type TokenSource } from '../config/token.ts';
import type { Clock } from '../lib/clock.ts';
import { describeError } from '../lib/os-error.ts';
import type { TypedConnection } from '../resources/connection-form.ts';
import type { RemotePort, Transition } from '../store/controller.ts';
import {
  connectionFailed,
  connectionTried,
  tokenAccepted,
  tokenAsked,
  tokenKept,
  tokenNotKept,
  tokenRefused,
} from '../store/dialogs/sign-in.ts';
import type { ConsoleState } from '../store/state.ts';
import type { Runtime } from './runtime.ts';

/** Tries a connection and saves it as a profile. Returns it with the names of all profiles, or the issues by field. */
export type Connect = (
  typed: TypedConnection,
  attempt: { readonly signal: AbortSignal; readonly onStep: (doing: string) => void },
) => Promise<
  Outcome<{ readonly profile: ReloadableConfig; readonly profiles: readonly string[] }, readonly FieldIssue[]>
>;

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly clock: Clock;
  readonly runtime: () => Runtime;
  readonly connect: Connect;
  readonly show: (profile: ReloadableConfig) => void;
};

type Connecting = {
  readonly remote: Pick<RemotePort, 'connect' | 'cancelConnect' | 'trySignIn' | 'cancelSignIn' | 'keepToken'>;
  readonly stop: () => void;
};

/** Tries typed connections and tokens, one of each at a time, and uses those that work. */
export function createConnecting({ store, clock, runtime, connect, show }: Parts): Connecting {
  const change = (transition: Transition): void => store.setState(transition(store.getState()), true);
  const connections = newestOnly();
  const tokens = newestOnly();

  const tryConnection = async (typed: TypedConnection): Promise<void> => {
    const signal = connections.next();
    const since = clock.now();
    const changeUnlessCancelled = (transition: Transition): void => {
      if (!signal.aborted) change(transition);
    };
    const onStep = (doing: string): void => changeUnlessCancelled((state) => connectionTried(state, doing, since));
    onStep('Connecting');
    try {
      const outcome = await connect(typed, { signal, onStep });
      if (signal.aborted) return;
      if (!outcome.ok) return change((state) => connectionFailed(state, outcome.error));
      store.setState({ profiles: outcome.value.profiles });
      show(outcome.value.profile);
    } catch (error) {
      changeUnlessCancelled((state) => connectionFailed(state, [{ path: [], message: `${describeError(error)}.` }]));
    }
  };

  const tryToken = async (token: string): Promise<void> => {
    const signal = tokens.next();
    const own = runtime();
    change((state) => tokenAsked(state, clock.now()));
    const issue = await own.tryToken(token, signal);
    if (signal.aborted || runtime() !== own) return;
    const isOfProject = issue?.path[0] === 'project';
    if (issue !== null && !isOfProject) return change((state) => tokenRefused(state, issue.message));
    own.remote.signIn(token);
    const source = writableSource(own);
    const remark = issue === null ? null : `Signed in, but: ${issue.message} P shows another project.`;
    change((state) => tokenAccepted(state, { place: source === null ? null : sourceWords(source), remark }));
  };

  const keep = async (): Promise<void> => {
    const own = runtime();
    const source = writableSource(own);
    const token = own.token();
    if (source === null || token === null) return;
    try {
      await keepToken(source, token);
      change((state) => tokenKept(state, sourceWords(source)));
    } catch (error) {
      change((state) => tokenNotKept(state, `It was not saved: ${describeError(error)}`));
    }
  };

  return {
    remote: {
      connect: (typed) => void tryConnection(typed),
      cancelConnect: connections.cancel,
      trySignIn: (token) => void tryToken(token),
      cancelSignIn: tokens.cancel,
      keepToken: () => void keep(),
    },
    stop: () => {
      connections.cancel();
      tokens.cancel();
    },
  };
}

/** The next attempt cancels the one before. */
function newestOnly() {
  let attempt = new AbortController();
  const cancel = (): void => attempt.abort();
  const next = (): AbortSignal => {
    cancel();
    attempt = new AbortController();
    return attempt.signal;
  };
  return { next, cancel };
}

/** The place of the profile's token, if spotdeck can write there. */
function writableSource(own: Runtime): TokenSource | null {
  const source = own.profile().kept?.settings.tokenSource ?? null;
  return source?.kind === 'file' || source?.kind === 'keyring' ? source : null;
}
