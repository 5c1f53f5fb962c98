import type { StoreApi } from 'zustand/vanilla';
import type { Cancel, Clock } from '../lib/clock.ts';
import { describeError } from '../lib/os-error.ts';
import { record } from '../replay/record.ts';
import { asciiGlyphs, type Glyphs, spokenGlyphs, unicodeGlyphs } from '../resources/parts/glyphs.ts';
import { showNotice } from '../state/activity.ts';
import { timePassed } from '../state/lists/transitions.ts';
import type { ConsoleState } from '../state/state.ts';
import { localSshKeys } from '../system/local-ssh-keys.ts';
import type { RecordingFile } from '../system/recording-file.ts';
import { type Part, partOf } from './parts.ts';

/** How often ages and countdowns go on. Milliseconds. */
const TICK_MS = 1000;

type Store = StoreApi<ConsoleState>;

/** The signs of a screen. A screen reader reads line by line and has words instead. */
export function signsFor({ ascii, screenReader }: { readonly ascii: boolean; readonly screenReader: boolean }): Glyphs {
  return screenReader ? spokenGlyphs : ascii ? asciiGlyphs : unicodeGlyphs;
}

/** Lets ages and countdowns go on. */
export function ticking(store: Store, clock: Clock): Part {
  let cancel: Cancel = () => undefined;
  const tick = (): void => {
    cancel = clock.after(TICK_MS, tick);
    store.setState(timePassed(store.getState(), clock.now()), true);
  };
  return partOf(() => {
    cancel = clock.after(TICK_MS, tick);
    return () => cancel();
  });
}

/** Finds the SSH keys whose private half lies on this machine. */
export function findLocalKeys(store: Store): void {
  localSshKeys().then(
    (localSshKeys) => store.setState({ localSshKeys }),
    (error: unknown) =>
      store.setState(showNotice(store.getState(), `~/.ssh can not be read: ${describeError(error)}.`, 'warn'), true),
  );
}

/** Records to a file, if there is one, until the console ends and everything is written. */
export function recording(
  store: Store,
  tape: RecordingFile | null,
  now: Clock['now'],
  token: () => string | null,
): Part {
  return partOf(() => {
    if (tape === null) return () => undefined;
    const full = (sentence: string): void =>
      store.setState(showNotice({ ...store.getState(), recording: false }, sentence, 'warn'), true);
    const stop = record({ store, recording: tape.begin(full), now, token });
    return () => {
      stop();
      return tape.written();
    };
  });
}
