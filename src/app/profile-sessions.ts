import type { StoreApi } from 'zustand/vanilla';
import { checkKeys } from '../config/check-keys.ts';
import type { ConfigSession } from '../config/session-config.ts';
import { describeError } from '../lib/os-error.ts';
import { showNotice } from '../state/activity.ts';
import { ownActivityRows } from '../state/journal-sync.ts';
import { sessionSwitched } from '../state/lists/transitions.ts';
import type { ConsoleState } from '../state/state.ts';
import { loadLayouts, notSavedMessage } from '../system/view-store.ts';
import type { Session } from './session.ts';

export type ProfileSessions = {
  /** The session of the profile that is shown. */
  readonly current: () => Session;
  /** Shows another profile; the old one stays until everything about the new one is known. */
  readonly switchTo: (name: string) => void;
  readonly start: () => void;
  readonly stop: () => void;
};

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly first: ConfigSession;
  readonly profileOf: (name: string) => Promise<ConfigSession>;
  readonly sessionFor: (profile: ConfigSession) => Session;
  /** The first session waits for this before it opens the journal. */
  readonly beforeFirstJournal: (stopped: Promise<void>) => Promise<void>;
  /** Told why a session can't go on. */
  readonly failed: (error: unknown) => void;
};

/** Owns the session of the profile that is shown, and replaces it as a whole by that of another. */
export function createProfileSessions(parts: Parts): ProfileSessions {
  const { store, failed } = parts;
  let session = parts.sessionFor(parts.first);
  let asked = 0;

  const goTo = async (name: string): Promise<void> => {
    asked += 1;
    const turn = asked;
    const profile = await parts.profileOf(name);
    await profile.connection;
    // Another profile was asked for since, or the console has ended.
    if (turn !== asked) return;
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
    start: () => void session.start(parts.beforeFirstJournal).catch(failed),
    stop: () => {
      asked += 1;
      session.stop();
    },
  };
}

/** The state with a profile shown: its keys and theme, and its panes as they were laid out before. @throws {CommandFailure} */
export function withProfile(state: ConsoleState, profile: ConfigSession): ConsoleState {
  const { storage, connected, preemptionMs, theme } = profile;
  const own = { ...checkKeys(profile), preemptionMs, theme };
  try {
    const layouts = loadLayouts(storage.views, connected.profile);
    return { ...sessionSwitched(ownActivityRows(state), connected, layouts), ...own };
  } catch (error) {
    const shown = { ...sessionSwitched(ownActivityRows(state), connected, { panes: {}, views: [] }), ...own };
    return showNotice(shown, notSavedMessage(storage.views ?? '', error), 'warn');
  }
}
