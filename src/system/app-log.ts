import { join } from 'node:path';
import { printableBlock } from '../lib/sanitize.ts';
import { ownFolders } from './own-folders.ts';
import { type Bounds, type LogDisk, openLog } from './rotating-log.ts';
import { system } from './system.ts';

/** Limits of the program's own log: three files of one megabyte. */
const BOUNDS: Bounds = { maxBytes: 1024 * 1024, kept: 2 };

/** The folder of the program's logs and crash reports. */
export function stateFolder(): string {
  return ownFolders().state;
}

/** Writes one event to the program's own log. */
export type LogLine = (event: string) => void;

/**
 * Opens the log of the console or of the embedded market, which all processes of this user share. A log that can't be
 * written does not disturb the operator; `spotdeck doctor` reports it.
 */
export function appLog(name: 'console' | 'market', disk?: LogDisk): LogLine {
  const path = join(stateFolder(), `${name}.log`);
  const { write } = openLog({ path, ...BOUNDS, onError: () => undefined, ...(disk === undefined ? {} : { disk }) });
  const { clock } = system();
  return (what) => {
    const text = printableBlock(what).trimEnd().replaceAll('\n', '\n  ');
    write(`${new Date(clock.now()).toISOString()} ${process.pid} ${text}`);
  };
}
