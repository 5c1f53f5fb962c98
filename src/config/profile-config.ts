import type { Connection } from '../api/client.ts';
import type { TypedValues } from '../lib/typed-key.ts';
import type { Pace, ThemeName } from '../store/defaults.ts';
import type { ShownSetting } from '../store/dialog-state.ts';
import type { ConnectionState, KeyOverrides } from '../store/state.ts';
import type { StoragePaths } from './paths.ts';
import type { ResolvedSettings } from './profile.ts';
import type { Settings, WhereIs } from './settings.ts';

/** Settings followed by a running console. */
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

/** Everything a profile decides. */
export type ProfileConfig = LiveSettings & {
  readonly connected: ConnectionState;
  readonly storage: StoragePaths;
  /** The source of its token; null for the demo. */
  readonly kept: ResolvedSettings | null;
  /** Resolves later: the market starts behind the first frame. */
  readonly connection: Promise<Connection>;
};

export type RereadConfig = LiveSettings & { readonly profiles: readonly string[] } & Pick<
    ConnectionState,
    'aliases' | 'projects' | 'budget' | 'confirm'
  >;

/** Reads profiles; errors are sentences for the operator. */
export type ConfigAccess = {
  /** Null without a file or without news. */
  readonly reread: () => Promise<RereadConfig | null>;
  readonly settings: () => Promise<readonly ShownSetting[]>;
  /** Writes a setting, or removes it for an empty text. */
  readonly write: (key: string, typed: string) => Promise<RereadConfig>;
};

export type ReloadableConfig = ProfileConfig & { readonly file: ConfigAccess };

export const paceOf = ({
  refresh,
  refreshHidden,
  maxRequests,
}: Pick<Settings, 'refresh' | 'refreshHidden' | 'maxRequests'>): Pace => ({
  visibleMs: refresh * 1000,
  hiddenMs: refreshHidden * 1000,
  maxRequests,
});

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

export const profilesIn = (config: ResolvedSettings['config']): readonly string[] =>
  config?.profiles.map(({ name }) => name) ?? [];
