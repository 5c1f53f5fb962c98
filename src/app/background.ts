import type { StoreApi } from 'zustand/vanilla';
import type { Settings } from '../config/settings.ts';
import { describeError } from '../lib/os-error.ts';
import { asciiGlyphs, type Glyphs, spokenGlyphs, unicodeGlyphs } from '../resources/glyphs.ts';
import { showNotice } from '../store/activity.ts';
import type { ConsoleState } from '../store/state.ts';
import { localSshKeys } from '../system/local-ssh-keys.ts';
import { type Environment, isPlainLocale } from '../system/terminal.ts';

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
