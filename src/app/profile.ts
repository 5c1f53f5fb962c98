import type { Connection } from '../api/client.ts';
import { paceOf } from '../config/pace.ts';
import type { StoragePaths } from '../config/paths.ts';
import type { LiveSettings, ProfileSession } from '../config/session-config.ts';
import type { Settings } from '../config/settings.ts';
import { machinePace } from '../features/machines/machine-pace.ts';
import { DEFAULT_MACHINES } from '../features/machines/machine-settings.ts';
import type { Connected } from '../store/state.ts';

/** Builds the profile that a runtime runs from settings and connection. */
export function profileFrom(
  settings: Settings,
  connection: Promise<Connection>,
  connected: Connected,
  storage: StoragePaths,
): ProfileSession {
  return {
    connected,
    connection,
    storage,
    kept: null,
    reach: settings.reach,
    digestAfterMs: settings.digestAfter === 0 ? null : settings.digestAfter * 60_000,
    machines: { mode: settings.machines ?? DEFAULT_MACHINES.mode, simulated: false, ...machinePace(settings) },
    ssh: { user: settings.sshUser, options: settings.sshOptions },
    ...liveSettings(settings),
  };
}

/** Returns the settings that can change while a program runs. */
export function liveSettings(settings: Settings): LiveSettings {
  return {
    alerts: settings.alerts,
    preemptionMs: settings.preemption * 60_000,
    onPreempt: settings.onPreempt,
    keyOverrides: settings.keys,
    customCommands: settings.commands,
    whereIs: settings.whereIs,
    rules: settings.rules,
    notify: settings.notify,
    theme: settings.theme,
    pace: paceOf(settings),
    machinePace: machinePace(settings),
  };
}
