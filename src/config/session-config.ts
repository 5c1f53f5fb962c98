import type { Connection } from '../api/client.ts';
import type { CustomCommand } from '../resources/parts/custom-command.ts';
import type { KeyOverrides } from '../state/key-names.ts';
import type { Connected } from '../state/state.ts';
import type { Pace } from '../state/sync/defaults.ts';
import type { ThemeName } from '../state/theme-names.ts';
import type { SshWay } from '../system/tmux-ssh.ts';
import type { StoragePaths } from './paths.ts';
import type { Settings } from './settings.ts';

/** What can change while the console runs, when the config file does. */
export type LiveSettings = {
  readonly alerts: Settings['alerts'];
  readonly preemptionMs: number;
  readonly onPreempt: Settings['onPreempt'];
  readonly keyOverrides: KeyOverrides;
  readonly customCommands: readonly CustomCommand[];
  readonly theme: ThemeName;
  readonly pace: Pace;
};

/** A place to look at, with everything that a profile decides. */
export type ProfileSession = LiveSettings & {
  readonly connected: Connected;
  readonly reach: boolean;
  readonly ssh: SshWay;
  readonly storage: StoragePaths;
  /** Where to talk to, once that is known: the embedded market starts beside the screen. */
  readonly connection: Promise<Connection>;
};

/** Reads again what can change of a place; null without a config file. It throws a sentence when the file is wrong. */
export type ReloadedConfig = () =>
  | (LiveSettings & { readonly profiles: readonly string[] } & Pick<
        Connected,
        'aliases' | 'projects' | 'budget' | 'confirm'
      >)
  | null;

/** A place with what reads its part of the config file again. */
export type ConfigSession = ProfileSession & { readonly reloadConfig: ReloadedConfig };
