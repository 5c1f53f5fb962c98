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
