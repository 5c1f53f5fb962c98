import { unwatchFile, watchFile } from 'node:fs';
import type { Cancel } from '../lib/clock.ts';

/** Interval at which the config file is checked for changes, in milliseconds. */
const CHECK_MS = 1000;

/** Calls a function when the config file has changed. Returns the function that stops it. */
export function onConfigChange(path: string, changed: () => void): Cancel {
  // Polled by modification time: editors replace the file, and it may be a link.
  watchFile(path, { interval: CHECK_MS, persistent: false }, changed);
  return () => unwatchFile(path, changed);
}
