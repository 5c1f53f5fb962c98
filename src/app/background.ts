import type { StoreApi } from 'zustand/vanilla';
import type { Settings } from '../config/settings.ts';
import { record } from '../features/replay/record.ts';
import type { RecordingFile } from '../features/replay/recording-file.ts';
import type { Clock } from '../lib/clock.ts';
import { describeError } from '../lib/os-error.ts';
import { asciiGlyphs, type Glyphs, spokenGlyphs, unicodeGlyphs } from '../resources/parts/glyphs.ts';
import { showNotice } from '../store/activity.ts';
import type { ConsoleState } from '../store/state.ts';
import { localSshKeys } from '../system/local-ssh-keys.ts';
import type { Environment } from '../system/terminal.ts';
import { type Part, partOf } from './parts.ts';

type Store = StoreApi<ConsoleState>;

/** Whether the screen is read aloud: by the setting, or by the variable of Ink, which other programs read too. */
export function isForScreenReader({ screenReader }: Pick<Settings, 'screenReader'>, environment: Environment): boolean {
  return screenReader || environment['INK_SCREEN_READER'] === 'true';
}

/** Returns the glyphs of a screen: words for a screen reader, ASCII on request, otherwise Unicode. */
export function glyphsFor({
  ascii,
  screenReader,
}: {
  readonly ascii: boolean;
  readonly screenReader: boolean;
}): Glyphs {
  return screenReader ? spokenGlyphs : ascii ? asciiGlyphs : unicodeGlyphs;
}

/** Finds the SSH keys that have a private key on this machine. */
export function findLocalKeys(store: Store): void {
  localSshKeys().then(
    (localSshKeys) => store.setState({ localSshKeys }),
    (error: unknown) =>
      store.setState(showNotice(store.getState(), `~/.ssh can't be read: ${describeError(error)}.`, 'warn'), true),
  );
}

/** Records to a file, when one is named, and waits at the end until everything is written. */
export function recording(
  store: Store,
  file: RecordingFile | null,
  now: Clock['now'],
  token: () => string | null,
): Part {
  return partOf(() => {
    if (file === null) return () => undefined;
    const full = (sentence: string): void =>
      store.setState(showNotice({ ...store.getState(), recording: false }, sentence, 'warn'), true);
    const stop = record({ store, recording: file.begin(full), now, token });
    return () => {
      stop();
      return file.written();
    };
  });
}
