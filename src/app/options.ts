import type { StoreApi } from 'zustand/vanilla';
import type { ReloadableConfig } from '../config/profile-config.ts';
import type { Settings } from '../config/settings.ts';
import { describeError } from '../lib/os-error.ts';
import { asciiGlyphs, type Glyphs, spokenGlyphs, unicodeGlyphs } from '../resources/glyphs.ts';
import { showNotice } from '../store/activity.ts';
import type { Colours } from '../store/defaults.ts';
import type { ConsoleState, Features } from '../store/state.ts';
import { localSshKeys } from '../system/local-ssh-keys.ts';
import { type Environment, isPlainLocale } from '../system/terminal.ts';
import type { Connect } from './connecting.ts';

export type FirstRun = {
  /** Its connection follows. */
  readonly demo: () => ReloadableConfig;
};

export type ConsoleOptions = {
  readonly features: Features;
  readonly profile: ReloadableConfig;
  /** Choices of the first screen; null to show the profile. */
  readonly firstRun: FirstRun | null;
  readonly profiles: readonly string[];
  /** @throws for an unknown profile. */
  readonly profileOf: (profile: string) => Promise<ReloadableConfig>;
  readonly connect: Connect;
  readonly watched: string;
  readonly ascii: boolean;
  readonly screenReader: boolean;
  readonly mouse: boolean;
  readonly colours: Colours;
  readonly debug: string | null;
  /** Variables at the start, secret ones included. */
  readonly environment: Environment;
  readonly given: Readonly<Record<string, unknown>>;
};

type Store = StoreApi<ConsoleState>;

/** By the setting, or by Ink's variable, known to other programs too. */
export function isForScreenReader({ screenReader }: Pick<Settings, 'screenReader'>, environment: Environment): boolean {
  return screenReader || environment['INK_SCREEN_READER'] === 'true';
}

/** Words for a screen reader, ASCII if asked or needed, otherwise Unicode. */
export function glyphsFor(
  { ascii, screenReader }: { readonly ascii: boolean; readonly screenReader: boolean },
  environment: Environment,
): Glyphs {
  return screenReader ? spokenGlyphs : ascii || isPlainLocale(environment) ? asciiGlyphs : unicodeGlyphs;
}

export function findLocalKeys(store: Store): void {
  localSshKeys().then(
    (localSshKeys) => store.setState({ localSshKeys }),
    (error: unknown) =>
      store.setState(showNotice(store.getState(), `~/.ssh can't be read: ${describeError(error)}.`, 'warn'), true),
  );
}
