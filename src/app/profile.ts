import type { Connection } from '../api/client.ts';
import { paceOf } from '../config/pace.ts';
import type { StoragePaths } from '../config/paths.ts';
import type { LiveSettings, ProfileConfig } from '../config/profile-config.ts';
import type { Settings } from '../config/settings.ts';
import type { ConnectionState } from '../store/state.ts';

/** Builds the profile that a runtime runs from settings and connection. */
export function profileFrom(
  settings: Settings,
  connection: Promise<Connection>,
  connected: ConnectionState,
  storage: StoragePaths,
): ProfileConfig {
  return {
    connected,
    connection,
    storage,
    kept: null,
    ...liveSettings(settings),
  };
}

/** The settings that can change while a program runs. */
export function liveSettings(settings: Settings): LiveSettings {
  return {
    alerts: settings.alerts,
    preemptionMs: settings.preemption * 60_000,
    keyOverrides: settings.keys,
    whereIs: settings.whereIs,
    theme: settings.theme,
    pace: paceOf(settings),
    own: settings.own,
  };
}
