import type { StoreApi } from 'zustand/vanilla';
import { onConfigChange } from '../config/file.ts';
import type { RereadConfig } from '../config/profile-config.ts';
import type { Cancel } from '../lib/clock.ts';
import { describeError } from '../lib/os-error.ts';
import { showNotice } from '../store/activity.ts';
import type { SettingsPort, ShownSetting } from '../store/dialog-state.ts';
import type { ConsoleState } from '../store/state.ts';
import type { LogLine } from '../system/app-log.ts';
import { checkKeys } from './check-keys.ts';
import type { Runtime } from './runtime.ts';

type Parts = {
  readonly path: string;
  readonly store: StoreApi<ConsoleState>;
  readonly runtime: () => Pick<Runtime, 'profile' | 'reload'>;
  readonly log: LogLine;
};

/** Applies the live settings after each change of the config file. Returns its end. */
export function watchConfig({ path, store, runtime, log }: Parts): Cancel {
  /** Of two changes read at once the later one counts. */
  let changes = 0;
  const reload = async (): Promise<void> => {
    changes += 1;
    const change = changes;
    const shown = runtime();
    // The profile was switched, or the file changed again, while it was read.
    const isPast = (): boolean => change !== changes || runtime() !== shown;
    try {
      const next = await shown.profile().file.reread();
      if (next === null || isPast()) return;
      applied(store, shown, next);
      log('config: read again');
      store.setState(showNotice(store.getState(), 'The config file was read again.'), true);
    } catch (error) {
      if (isPast()) return;
      const sentence = `The config file was not read again: ${describeError(error)}`;
      log('config: not read again: it is invalid');
      store.setState(showNotice(store.getState(), sentence, 'bad'), true);
    }
  };
  const stop = onConfigChange(path, () => void reload());
  return () => {
    changes += 1;
    stop();
  };
}

export function createSettings({ store, runtime, log }: Omit<Parts, 'path'>): SettingsPort {
  const settings = (): Promise<readonly ShownSetting[]> => runtime().profile().file.settings();
  return {
    settings,
    changeSetting: async (key, typed) => {
      const shown = runtime();
      const next = await shown.profile().file.write(key, typed);
      log(`config: ${key} changed`);
      if (runtime() === shown) applied(store, shown, next);
      return settings();
    },
  };
}

/** @throws a sentence about an unusable key. */
function applied(
  store: StoreApi<ConsoleState>,
  shown: Pick<Runtime, 'profile' | 'reload'>,
  { profiles, aliases, projects, budget, confirm, ...settings }: RereadConfig,
): void {
  const { theme: before } = shown.profile();
  const keys = checkKeys(store.getState().features, settings);
  shown.reload(settings);
  const now = store.getState();
  // A theme from the palette stays until the file names another one.
  const theme = settings.theme === before ? now.theme : settings.theme;
  const connected = { ...now.connected, aliases, projects, budget, confirm };
  const changed = { ...now, connected, profiles, ...keys, theme, preemptionMs: settings.preemptionMs };
  store.setState(
    now.features.runtime.reduce((next, part) => part.applied?.(next, settings) ?? next, changed),
    true,
  );
}
