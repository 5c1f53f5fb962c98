import type { Connection } from '../api/client.ts';
import type { TypedValues } from '../lib/typed-key.ts';
import type { Pace } from '../store/defaults.ts';
import type { KeyOverrides } from '../store/key-names.ts';
import type { ShownSetting } from '../store/shown-setting.ts';
import type { ConnectionState } from '../store/state.ts';
import type { ThemeName } from '../store/theme-names.ts';
import type { StoragePaths } from './paths.ts';
import type { ResolvedSettings } from './profile.ts';
import type { Settings, WhereIs } from './settings.ts';

/** Settings that a change of the config file can change while the console runs. */
export type LiveSettings = {
  readonly alerts: Settings['alerts'];
  readonly preemptionMs: number;
  readonly keyOverrides: KeyOverrides;
  readonly whereIs: WhereIs;
  readonly theme: ThemeName;
  readonly pace: Pace;
  /** The settings of features. */
  readonly own: TypedValues;
};

/** Everything that a profile decides. */
export type ProfileConfig = LiveSettings & {
  readonly connected: ConnectionState;
  readonly storage: StoragePaths;
  /** The settings that its token was found by; null when it is kept nowhere, as in the demo. */
  readonly kept: ResolvedSettings | null;
  /** Resolves with the connection: the embedded market starts while the screen is already drawn. */
  readonly connection: Promise<Connection>;
};

/** What of the config file can change while the console runs. */
export type RereadConfig = LiveSettings & { readonly profiles: readonly string[] } & Pick<
    ConnectionState,
    'aliases' | 'projects' | 'budget' | 'confirm'
  >;

/** The config file of a profile. What is thrown is a sentence. */
export type ConfigAccess = {
  /** Reads it again; null when there is none, or nothing new in it. */
  readonly reread: () => Promise<RereadConfig | null>;
  /** All settings as they are now. */
  readonly settings: () => Promise<readonly ShownSetting[]>;
  /** Writes a setting, or takes it out for an empty text, and reads the file again. */
  readonly write: (key: string, typed: string) => Promise<RereadConfig>;
};

/** What a profile decides, and its config file. */
export type ReloadableConfig = ProfileConfig & { readonly file: ConfigAccess };

/** How often lists are polled, as set. */
export const paceOf = ({
  refresh,
  refreshHidden,
  maxRequests,
}: Pick<Settings, 'refresh' | 'refreshHidden' | 'maxRequests'>): Pace => ({
  visibleMs: refresh * 1000,
  hiddenMs: refreshHidden * 1000,
  maxRequests,
});

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
