import { stat } from 'node:fs/promises';
import type { Cancel } from '../lib/clock.ts';
import { system } from '../system/system.ts';

/** Interval at which the config file is checked for changes, in milliseconds. */
const CHECK_MS = 1000;

/** Calls a function when the config file has changed. Returns the function that stops it. */
export function onConfigChange(path: string, changed: () => void): Cancel {
  const { clock } = system();
  let seen: string | null = null;
  let stopped = false;
  let cancel: Cancel = () => undefined;
  // Polled by modification time: editors replace the file, and it may be a link.
  const check = async (): Promise<void> => {
    const found = await versionOf(path);
    if (stopped) return;
    if (seen !== null && found !== seen) changed();
    seen = found;
    cancel = clock.after(CHECK_MS, () => void check());
  };
  void check();
  return () => {
    stopped = true;
    cancel();
  };
}

/** What differs once a file was changed or replaced; empty while there is none. */
async function versionOf(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
  } catch {
    return '';
  }
}
