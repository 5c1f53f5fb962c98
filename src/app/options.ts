import type { StoreApi } from 'zustand/vanilla';
import type { ReloadableConfig } from '../config/profile-config.ts';
import type { Settings } from '../config/settings.ts';
import { describeError } from '../lib/os-error.ts';
import { asciiGlyphs, type Glyphs, spokenGlyphs, unicodeGlyphs } from '../resources/glyphs.ts';
import { showNotice } from '../store/activity.ts';
import type { Features } from '../store/features.ts';
import type { ConsoleState } from '../store/state.ts';
import type { Colours } from '../store/theme-names.ts';
import { localSshKeys } from '../system/local-ssh-keys.ts';
import { type Environment, isPlainLocale } from '../system/terminal.ts';
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

type Store = StoreApi<ConsoleState>;

/** Whether the screen is read aloud: by the setting, or by the variable of Ink, which other programs read too. */
export function isForScreenReader({ screenReader }: Pick<Settings, 'screenReader'>, environment: Environment): boolean {
  return screenReader || environment['INK_SCREEN_READER'] === 'true';
}

/** The glyphs of a screen: words for a screen reader, ASCII on request or where the locale has no more, otherwise Unicode. */
export function glyphsFor(
  { ascii, screenReader }: { readonly ascii: boolean; readonly screenReader: boolean },
  environment: Environment,
): Glyphs {
  return screenReader ? spokenGlyphs : ascii || isPlainLocale(environment) ? asciiGlyphs : unicodeGlyphs;
}

/** Finds the SSH keys that have a private key on this machine. */
export function findLocalKeys(store: Store): void {
  localSshKeys().then(
    (localSshKeys) => store.setState({ localSshKeys }),
    (error: unknown) =>
      store.setState(showNotice(store.getState(), `~/.ssh can't be read: ${describeError(error)}.`, 'warn'), true),
  );
}
