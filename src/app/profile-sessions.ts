import type { StoreApi } from 'zustand/vanilla';
import { checkKeys } from '../config/check-keys.ts';
import type { ConfigSession } from '../config/session-config.ts';
import { describeError } from '../lib/os-error.ts';
import { showNotice } from '../state/activity.ts';
import { isFirstRun } from '../state/dialogs/dialog-stack.ts';
import { ownActivityRows } from '../state/journal-sync.ts';
import { sessionSwitched } from '../state/lists/transitions.ts';
import type { ConsoleState } from '../state/state.ts';
import { loadLayouts, notSavedMessage } from '../system/view-store.ts';
import type { Session } from './session.ts';

export type ProfileSessions = {
  /** Returns the session of the profile that is switched. */
  readonly current: () => Session;
  /** Shows another profile; the present one stays until the configuration and connection of the other are known. */
  readonly switchTo: (name: string) => void;
  /** Shows a profile at once, before its connection is known. */
  readonly show: (profile: ConfigSession) => void;
  readonly start: () => void;
  readonly stop: () => void;
};

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly first: ConfigSession;
  readonly profileOf: (name: string) => Promise<ConfigSession>;
  readonly sessionFor: (profile: ConfigSession) => Session;
  /** Resolves when the first session may open the journal. */
  readonly beforeFirstJournal: (stopped: Promise<void>) => Promise<void>;
  /** Called with the error that ends a session. */
  readonly failed: (error: unknown) => void;
};

/** Owns the session of the profile that is switched and replaces it as a whole on a switch. */
export function createProfileSessions(parts: Parts): ProfileSessions {
  const { store, failed } = parts;
  let session = parts.sessionFor(parts.first);
  let switches = 0;

  const goTo = async (name: string): Promise<void> => {
    switches += 1;
    const turn = switches;
    const profile = await parts.profileOf(name);
    await profile.connection;
    // The operator has switched again, or the console has ended.
    if (turn === switches) show(profile);
  };

  const show = (profile: ConfigSession): void => {
    const next = withProfile(store.getState(), profile);
    try {
      session.stop();
    } catch (error) {
      failed(error);
    }
    store.setState(next, true);
    session = parts.sessionFor(profile);
    session.start(() => Promise.resolve()).catch(failed);
  };

  return {
    current: () => session,
    switchTo: (name) => {
      goTo(name).catch((error: unknown) =>
        store.setState(showNotice(store.getState(), `Still here: ${describeError(error)}`, 'bad'), true),
      );
    },
    show: (profile) => {
      switches += 1;
      show(profile);
    },
    start: () => {
      // On the first screen there is nothing to connect to yet.
      if (!isFirstRun(store.getState())) session.start(parts.beforeFirstJournal).catch(failed);
    },
    stop: () => {
      switches += 1;
      session.stop();
    },
  };
}

/** Returns the state with a profile switched: its keys, theme and saved pane layouts. @throws {CommandFailure} */
export function withProfile(state: ConsoleState, profile: ConfigSession): ConsoleState {
  const { storage, connected, preemptionMs, theme, machines } = profile;
  const own = { ...checkKeys(profile), preemptionMs, theme, machines };
  try {
    const layouts = loadLayouts(storage.views, connected.profile);
    return { ...sessionSwitched(ownActivityRows(state), connected, layouts), ...own };
  } catch (error) {
    const switched = { ...sessionSwitched(ownActivityRows(state), connected, { panes: {}, views: [] }), ...own };
    return showNotice(switched, notSavedMessage(storage.views ?? '', error), 'warn');
  }
}
