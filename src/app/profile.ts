import type { Connection } from '../api/client.ts';
import { paceOf } from '../config/pace.ts';
import type { StoragePaths } from '../config/paths.ts';
import type { ResolvedSettings } from '../config/profile.ts';
import type { LiveSettings, ProfileConfig, RereadConfig } from '../config/profile-config.ts';
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

/** What a running console takes from settings that were read again. */
export function rereadConfig({ settings, config }: Pick<ResolvedSettings, 'settings' | 'config'>): RereadConfig {
  return {
    ...liveSettings(settings),
    profiles: profilesIn(config),
    budget: settings.budgetPerHour,
    confirm: settings.confirm,
    aliases: settings.names,
    projects: settings.projects,
  };
}

/** The names of the profiles of a config file. */
export const profilesIn = (config: ResolvedSettings['config']): readonly string[] =>
  config?.profiles.map(({ name }) => name) ?? [];
