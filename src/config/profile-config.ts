import type { Connection } from '../api/client.ts';
import type { TypedValues } from '../lib/typed-key.ts';
import type { Pace } from '../store/defaults.ts';
import type { KeyOverrides } from '../store/key-names.ts';
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

/** Reads the live settings again; null without a config file. @throws a sentence when the file is wrong. */
export type ReloadedConfig = () => Promise<
  | (LiveSettings & { readonly profiles: readonly string[] } & Pick<
        ConnectionState,
        'aliases' | 'projects' | 'budget' | 'confirm'
      >)
  | null
>;

/** What a profile decides, which can be read again from the config file. */
export type ReloadableConfig = ProfileConfig & { readonly reloadConfig: ReloadedConfig };
