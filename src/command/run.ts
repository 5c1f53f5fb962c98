import type { Command } from 'commander';
import type { OwnSettings } from '../config/own-setting.ts';
import type { ReadSettings, ResolvedSettings } from '../config/profile.ts';
import type { Reader } from '../config/setting.ts';
import type { CliFlags, Settings } from '../config/settings.ts';
import type { AllPanes } from '../resources/panes.ts';
import type { Features } from '../store/features.ts';
import type { Environment } from '../system/terminal.ts';

/** What the commands of the command line have from the program: its settings, its environment, and what its features bring. */
export type Run = {
  /** Variables at the start, those of secrets too. */
  readonly environment: Environment;
  /** The settings of its features. */
  readonly own: OwnSettings;
  /** Adds the options of all settings, or of the named ones, to a command. */
  readonly withSettings: (command: Command, names?: readonly string[] | null) => Command;
  /** Reads the settings of a command. @throws {CommandFailure} when one that it reads is wrong; a line on stderr names the others. */
  readonly settingsFrom: (options: CliFlags, reader?: Reader) => Promise<Settings>;
  /** The same, with the config file and the options. */
  readonly resolvedFrom: (options: CliFlags, reader?: Reader) => Promise<ResolvedSettings>;
  /** The same, without the line on stderr. */
  readonly resolvedQuietly: (options: CliFlags, reader?: Reader) => Promise<ReadSettings>;
  /** Reads the settings of the demo or a recording, without those of any profile. */
  readonly demoSettingsFrom: (options: CliFlags) => Promise<ResolvedSettings>;
  /** Loads all panes, once. */
  readonly panes: () => Promise<AllPanes>;
  /** Loads what the state of a program needs of the features that ends at once. */
  readonly features: () => Promise<Features>;
  /** The same for a command that only prints a list: without what can be done with the rows of the service's lists. */
  readonly featuresListed: () => Promise<Features>;
  /** The same for a program that goes on reading. */
  readonly featuresRunning: () => Promise<Features>;
  /** The same for a program with a screen. */
  readonly featuresOnScreen: () => Promise<Features>;
};
