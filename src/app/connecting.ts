import type { StoreApi } from 'zustand/vanilla';
import type { FieldIssue, Outcome } from '../api/result.ts';
import type { ReloadableConfig } from '../config/profile-config.ts';
import type { Clock } from '../lib/clock.ts';
import { describeError } from '../lib/os-error.ts';
import type { TypedConnection } from '../resources/connection-form.ts';
import type { RemotePort } from '../store/controller.ts';
import { connectionFailed, connectionTried } from '../store/dialogs/connection.ts';
import type { ConsoleState } from '../store/state.ts';

/** A profile that was just saved, and the names of all profiles. */
export type SavedProfile = { readonly profile: ReloadableConfig; readonly profiles: readonly string[] };

/** Tries a connection and saves it as a profile; or returns what is wrong, by field. */
export type Connect = (
  typed: TypedConnection,
  attempt: { readonly signal: AbortSignal; readonly onStep: (doing: string) => void },
) => Promise<Outcome<SavedProfile, readonly FieldIssue[]>>;

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly clock: Clock;
  readonly connect: Connect;
  readonly show: (profile: ReloadableConfig) => void;
};

/** Tries connections of the form, one at a time, and shows the profile of one that works. */
export function createConnecting({ store, clock, connect, show }: Parts): Pick<
  RemotePort,
  'connect' | 'cancelConnect'
> & {
  readonly stop: () => void;
} {
  let attempt = new AbortController();
  const stop = (): void => attempt.abort();
  const tryIt = async (typed: TypedConnection): Promise<void> => {
    stop();
    attempt = new AbortController();
    const { signal } = attempt;
    const since = clock.now();
    const change = (transition: (state: ConsoleState) => ConsoleState): void => {
      if (!signal.aborted) store.setState(transition(store.getState()), true);
    };
    const onStep = (doing: string): void => change((state) => connectionTried(state, doing, since));
    onStep('Connecting');
    try {
      const outcome = await connect(typed, { signal, onStep });
      if (signal.aborted) return;
      if (!outcome.ok) return change((state) => connectionFailed(state, outcome.error));
      store.setState({ profiles: outcome.value.profiles });
      show(outcome.value.profile);
    } catch (error) {
      change((state) => connectionFailed(state, [{ path: [], message: `${describeError(error)}.` }]));
    }
  };
  return { connect: (typed) => void tryIt(typed), cancelConnect: stop, stop };
}
