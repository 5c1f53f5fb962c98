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

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly first: ReloadableConfig;
  readonly profileOf: (name: string) => Promise<ReloadableConfig>;
  readonly runtimeFor: (profile: ReloadableConfig) => Runtime;
  readonly beforeFirstJournal: (stopped: Promise<void>) => Promise<void>;
  readonly failed: (error: unknown) => void;
};

/** Owns the shown runtime and replaces it on a switch. */
export function createProfileRuntimes(parts: Parts) {
  const { store, failed } = parts;
  let runtime = parts.runtimeFor(parts.first);
  const ending = new Set<Promise<void>>();
  let switches = 0;

  const goTo = async (name: string): Promise<void> => {
    switches += 1;
    const turn = switches;
    const profile = await parts.profileOf(name);
    await profile.connection;
    // Switched again, or the console has ended.
    if (turn === switches) show(profile);
  };

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
    current: (): Runtime => runtime,
    /** The present profile stays until the other one is connected. */
    switchTo: (name: string): void => {
      goTo(name).catch((error: unknown) =>
        store.setState(showNotice(store.getState(), `Still here: ${describeError(error)}`, 'bad'), true),
      );
    },
    /** Shows a profile before it is connected. */
    show: (profile: ReloadableConfig): void => {
      switches += 1;
      show(profile);
    },
    start: (): void => {
      // The first screen has nothing to connect to.
      if (!isFirstRun(store.getState())) runtime.start(parts.beforeFirstJournal).catch(failed);
    },
    stop: (): void => {
      switches += 1;
      stop('ended');
    },
    /** Resolves once all have ended: journals may close. @throws errors of the last one. */
    ended: async (): Promise<void> => {
      await Promise.all(ending);
      if (errors.length > 0) throw errors[0];
    },
  };
}

const NEW_MS = 3 * DAY_MS;

/** Switches the profile: keys, theme and layouts. @throws {CommandFailure} */
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

const MAX_WAIT_MS = 1000;
const DRAWN_MS = 30;

/** Resolves when the first rows or failures are drawn, after a wait, or when the profile has stopped. */
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
