import { join } from 'node:path';
import envPaths from 'env-paths';
import { printableBlock } from '../lib/sanitize.ts';
import { type Bounds, type LogDisk, openLog } from './rotating-log.ts';

/** Three files of a megabyte. */
const BOUNDS: Bounds = { maxBytes: 1024 * 1024, kept: 2 };

/** Where the program tells of itself: its logs and the reports of its faults. */
export function stateFolder(): string {
  return envPaths('spotdeck', { suffix: '' }).log;
}

/** Tells of one thing that the program did or met with. */
export type LogLine = (what: string) => void;

/**
 * The log of the console or of the embedded market, which all processes of this user share. It is there for whoever
 * looks for a fault: that it can't be written is nobody's trouble, and `spotdeck doctor` says so.
 */
export function appLog(name: 'console' | 'market', disk?: LogDisk): LogLine {
  const path = join(stateFolder(), `${name}.log`);
  const { write } = openLog({ path, ...BOUNDS, onError: () => undefined, ...(disk === undefined ? {} : { disk }) });
  return (what) => {
    const text = printableBlock(what).trimEnd().replaceAll('\n', '\n  ');
    write(`${new Date().toISOString()} ${process.pid} ${text}`);
  };
}
