import type { Command } from 'commander';
import type { OwnSettings } from '../config/own-setting.ts';
import type { ReadSettings, ResolvedSettings } from '../config/profile.ts';
import type { Reader } from '../config/setting.ts';
import type { CliFlags, Settings } from '../config/settings.ts';
import type { AllPanes } from '../resources/panes.ts';
import type { Features } from '../store/state.ts';
import type { Environment } from '../system/terminal.ts';

export type Run = {
  /** Variables at the start, secret ones included. */
  readonly environment: Environment;
  readonly own: OwnSettings;
  /** Adds the options of all settings, or of the named ones. */
  readonly withSettings: (command: Command, names?: readonly string[] | null) => Command;
  /** @throws {CommandFailure} for a wrong setting; stderr names unread wrong ones. */
  readonly settingsFrom: (options: CliFlags, reader?: Reader) => Promise<Settings>;
  readonly resolvedFrom: (options: CliFlags, reader?: Reader) => Promise<ResolvedSettings>;
  /** Without the line on stderr. */
  readonly resolvedQuietly: (options: CliFlags, reader?: Reader) => Promise<ReadSettings>;
  /** Settings of the demo or a recording, without a profile. */
  readonly demoSettingsFrom: (options: CliFlags) => Promise<ResolvedSettings>;
  /** Loaded once. */
  readonly panes: () => Promise<AllPanes>;
  readonly features: () => Promise<Features>;
  /** Without actions: enough to print a list. */
  readonly featuresListed: () => Promise<Features>;
  /** For a program with a runtime. */
  readonly featuresRunning: () => Promise<Features>;
  readonly featuresOnScreen: () => Promise<Features>;
};
