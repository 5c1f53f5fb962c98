import type { StoreApi } from 'zustand/vanilla';
import type { ReloadableConfig } from '../config/profile-config.ts';
import type { Clock } from '../lib/clock.ts';
import { DAY_MS } from '../lib/duration.ts';
import { describeError } from '../lib/os-error.ts';
import { serviceLists } from '../resources/index.ts';
import { showNotice } from '../store/activity.ts';
import { isFirstRun } from '../store/dialogs/dialog-stack.ts';
import { ownActivityRows } from '../store/journal-sync.ts';
import type { List } from '../store/list.ts';
import type { PaneLayouts } from '../store/panes/saved-views.ts';
import type { ConsoleState } from '../store/state.ts';
import { profileSwitched } from '../store/transitions.ts';
import { loadLayouts, notSavedMessage, usedSince } from '../system/view-store.ts';
import { checkKeys } from './check-keys.ts';
import { programs } from './programs.ts';
import type { Runtime, Stop } from './runtime.ts';
import { begunWith } from './runtime-part.ts';

export type ProfileRuntimes = {
  /** The runtime of the profile that is shown. */
  readonly current: () => Runtime;
  /** Shows another profile; the present one stays until the configuration and connection of the other are known. */
  readonly switchTo: (name: string) => void;
  /** Shows a profile at once, before its connection is known. */
  readonly show: (profile: ReloadableConfig) => void;
  readonly start: () => void;
  /** Begins to stop the last one. */
  readonly stop: () => void;
  /** Resolves when all that were stopped have ended: the journals may then be closed. @throws what failed as the last one stopped. */
  readonly ended: () => Promise<void>;
};

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly first: ReloadableConfig;
  readonly profileOf: (name: string) => Promise<ReloadableConfig>;
  readonly runtimeFor: (profile: ReloadableConfig) => Runtime;
  /** Resolves when the first runtime may open the journal. */
  readonly beforeFirstJournal: (stopped: Promise<void>) => Promise<void>;
  /** Called with the error that ends a runtime. */
  readonly failed: (error: unknown) => void;
};

/** Owns the runtime of the profile that is shown and replaces it as a whole on a switch. */
export function createProfileRuntimes(parts: Parts): ProfileRuntimes {
  const { store, failed } = parts;
  let runtime = parts.runtimeFor(parts.first);
  /** Stopped runtimes that have not ended. */
  const ending = new Set<Promise<void>>();
  let switches = 0;

  const goTo = async (name: string): Promise<void> => {
    switches += 1;
    const turn = switches;
    const profile = await parts.profileOf(name);
    await profile.connection;
    // The operator has switched again, or the console has ended.
    if (turn === switches) show(profile);
  };

  /** Errors of runtimes that stopped as the program ended. */
  const errors: unknown[] = [];
  const stop = (how: Stop): void => {
    const end = runtime
      .stop(how)
      .catch((error: unknown) => (how === 'ended' ? void errors.push(error) : failed(error)))
      .finally(() => ending.delete(end));
    ending.add(end);
  };

  const show = (profile: ReloadableConfig): void => {
    const next = withProfile(store.getState(), profile);
    stop('switched');
    store.setState(next, true);
    runtime = parts.runtimeFor(profile);
    runtime.start(() => Promise.resolve()).catch(failed);
  };

  return {
    current: () => runtime,
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
      if (!isFirstRun(store.getState())) runtime.start(parts.beforeFirstJournal).catch(failed);
    },
    stop: () => {
      switches += 1;
      stop('ended');
    },
    ended: async () => {
      await Promise.all(ending);
      if (errors.length > 0) throw errors[0];
    },
  };
}

/** How long an operator is new here. */
const NEW_MS = 3 * DAY_MS;

/** The state with a profile switched: its keys, theme and saved pane layouts. @throws {CommandFailure} */
export function withProfile(state: ConsoleState, profile: ReloadableConfig): ConsoleState {
  const { storage, connected, preemptionMs, theme } = profile;
  const own = { ...checkKeys(state.features, profile), preemptionMs, theme };
  const shown = (layouts: PaneLayouts): ConsoleState =>
    begunWith({ ...profileSwitched(ownActivityRows(state), connected, layouts), ...own }, profile, programs.console);
  try {
    const since = usedSince(state.features, storage.views, state.now);
    const known = shown(loadLayouts(state.features, storage.views, connected.profile));
    return { ...known, newUntil: since === null ? 0 : since + NEW_MS };
  } catch (error) {
    return showNotice(shown({ panes: {}, views: [] }), notSavedMessage(storage.views ?? '', error), 'warn');
  }
}

/** Longest wait for the first answer, in milliseconds. */
const MAX_WAIT_MS = 1000;
/** Time to draw the first answer, in milliseconds. */
const DRAWN_MS = 30;

/** Resolves when the first rows, or their failure, are on screen; when the wait is over; or when the profile has stopped. */
export function firstAnswer(
  store: StoreApi<ConsoleState>,
  clock: Pick<Clock, 'after'>,
  stopped: Promise<unknown>,
): Promise<void> {
  return new Promise((resolve) => {
    const stop = store.subscribe(({ lists }) => {
      if (!serviceLists.some((name) => hasAnswer(lists[name]))) return;
      stop();
      stopWaiting();
      stopWaiting = clock.after(DRAWN_MS, resolve);
    });
    const finish = (): void => {
      stop();
      stopWaiting();
      resolve();
    };
    let stopWaiting = clock.after(MAX_WAIT_MS, finish);
    void stopped.then(finish);
  });
}

const hasAnswer = ({ fetchedAt, partialSince, failure }: List<unknown>): boolean =>
  fetchedAt !== null || partialSince !== null || failure !== null;
