import type { ReloadableConfig } from '../config/profile-config.ts';
import type { Features } from '../store/features.ts';
import type { Colours } from '../store/theme-names.ts';
import type { Environment } from '../system/terminal.ts';
import type { Connect } from './connecting.ts';

/** What the first screen can open. */
export type FirstRun = {
  /** Starts the demo. Returns its configuration; its connection follows. */
  readonly demo: () => ReloadableConfig;
};

/** Options that the console is started with. */
export type ConsoleOptions = {
  readonly features: Features;
  readonly profile: ReloadableConfig;
  /** Choices of the first screen, which is shown instead of the profile; null when there is one to show. */
  readonly firstRun: FirstRun | null;
  /** Names of the profiles that the operator can switch to. */
  readonly profiles: readonly string[];
  /** Reads the configuration of a profile. @throws when there is no such profile. */
  readonly profileOf: (profile: string) => Promise<ReloadableConfig>;
  readonly connect: Connect;
  /** Config file that is read again when it changes. */
  readonly watched: string;
  readonly ascii: boolean;
  readonly screenReader: boolean;
  readonly mouse: boolean;
  readonly colours: Colours;
  /** Path of the log of requests; null for none. */
  readonly debug: string | null;
  /** Variables that the program was started with, those of secrets too. */
  readonly environment: Environment;
  /** Options of the command line that features have added to the console. */
  readonly given: Readonly<Record<string, unknown>>;
};
