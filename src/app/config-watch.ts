import type { StoreApi } from 'zustand/vanilla';
import { checkKeys } from '../config/check-keys.ts';
import { machineSettingsOf } from '../features/machines/settings-now.ts';
import type { Cancel } from '../lib/clock.ts';
import { describeError } from '../lib/os-error.ts';
import { showNotice } from '../store/activity.ts';
import type { ConsoleState } from '../store/state.ts';
import type { LogLine } from '../system/app-log.ts';
import { onConfigChange } from './config-file.ts';
import type { Runtime } from './runtime.ts';

type Parts = {
  readonly path: string;
  readonly store: StoreApi<ConsoleState>;
  readonly runtime: () => Pick<Runtime, 'profile' | 'reload'>;
  readonly log: LogLine;
};

/** Reads the config file again when it changes and applies the live settings. Returns the function that stops it. */
export function watchConfig({ path, store, runtime, log }: Parts): Cancel {
  const reload = (): void => {
    try {
      const { reloadConfig, theme: before } = runtime().profile();
      const next = reloadConfig();
      if (next === null) return;
      const { profiles, aliases, projects, budget, spendBudgets, confirm, ...settings } = next;
      const keys = checkKeys(settings);
      const now = store.getState();
      // A theme chosen in the palette stays until the file names another one.
      const theme = settings.theme === before ? now.theme : settings.theme;
      runtime().reload(settings);
      const connected = { ...now.connected, aliases, projects, budget, spendBudgets, confirm };
      // Which machines are read stays as the operator chose it.
      const machines = { ...machineSettingsOf(now), ...settings.machinePace };
      const changed = { ...now, connected, profiles, ...keys, theme, machines, preemptionMs: settings.preemptionMs };
      log('config: read again');
      store.setState(showNotice(changed, 'The config file was read again.'), true);
    } catch (error) {
      const sentence = `The config file was not read again: ${describeError(error)}`;
      log('config: not read again: it is invalid');
      store.setState(showNotice(store.getState(), sentence, 'bad'), true);
    }
  };
  return onConfigChange(path, reload);
}
