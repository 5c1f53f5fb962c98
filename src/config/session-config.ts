import type { Connection } from '../api/client.ts';
import type { CustomCommand } from '../features/commands/custom-command.ts';
import type { MachinePace, MachineSettings } from '../features/machines/machine-settings.ts';
import type { NotifySetting } from '../features/notify/setting.ts';
import type { Rule } from '../features/rules/engine/rule.ts';
import type { SshWay } from '../features/ssh/tmux-ssh.ts';
import type { Pace } from '../store/defaults.ts';
import type { KeyOverrides } from '../store/key-names.ts';
import type { Connected } from '../store/state.ts';
import type { ThemeName } from '../store/theme-names.ts';
import type { Environment } from '../system/terminal.ts';
import type { StoragePaths } from './paths.ts';
import type { ResolvedSettings } from './profile.ts';
import type { Settings, WhereIs } from './settings.ts';

/** Settings that a change of the config file can change while the console runs. */
export type LiveSettings = {
  readonly alerts: Settings['alerts'];
  readonly preemptionMs: number;
  readonly onPreempt: Settings['onPreempt'];
  readonly keyOverrides: KeyOverrides;
  readonly customCommands: readonly CustomCommand[];
  readonly whereIs: WhereIs;
  readonly rules: readonly Rule[];
  readonly notify: readonly NotifySetting[];
  readonly theme: ThemeName;
  readonly pace: Pace;
  readonly machinePace: MachinePace;
};

/** What the token of a session was found by, so that its key can be rotated. */
export type KeptToken = { readonly resolved: ResolvedSettings; readonly environment: Environment };

/** Configuration of a session: everything that a profile decides. */
export type ProfileSession = LiveSettings & {
  readonly connected: Connected;
  readonly reach: boolean;
  /** Absence after which the console opens with a digest, in milliseconds; null when it never does. */
  readonly digestAfterMs: number | null;
  readonly machines: MachineSettings;
  readonly ssh: SshWay;
  readonly storage: StoragePaths;
  /** Null when the token is kept nowhere, as in the demo. */
  readonly kept: KeptToken | null;
  /** Resolves with the connection: the embedded market starts while the screen is already drawn. */
  readonly connection: Promise<Connection>;
  /** Calls a function when the service has moved to another address, or has ended (null), with a sentence for the operator. */
  readonly onMove?: (moved: (to: Connection | null, sentence: string) => void) => void;
};

/** Reads the live settings again; null without a config file. @throws a sentence when the file is wrong. */
export type ReloadedConfig = () =>
  | (LiveSettings & { readonly profiles: readonly string[] } & Pick<
        Connected,
        'aliases' | 'projects' | 'budget' | 'spendBudgets' | 'confirm'
      >)
  | null;

/** Session configuration that can be read again from the config file. */
export type ConfigSession = ProfileSession & { readonly reloadConfig: ReloadedConfig };
