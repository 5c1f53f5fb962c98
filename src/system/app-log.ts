import { appendFileSync, closeSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { notRegularFile, openToAppend } from '../lib/files.ts';
import { describeError } from '../lib/os-error.ts';
import { printableBlock } from '../lib/sanitize.ts';
import { ownFolders } from './own-folders.ts';
import { system } from './system.ts';

const BOUNDS: Bounds = { maxBytes: 1024 * 1024, kept: 2 };

/** The folder of logs and crash reports. */
export function stateFolder(): string {
  return ownFolders().state;
}

export type LogLine = (event: string) => void;

/** Shared by all processes of this user. Failed writes are silent; `spotdeck doctor` reports them. */
export function appLog(name: 'console' | 'market'): LogLine {
  const path = join(stateFolder(), `${name}.log`);
  const { write } = openLog({ path, ...BOUNDS, onError: () => undefined });
  const { clock } = system();
  return (what) => {
    const text = printableBlock(what).trimEnd().replaceAll('\n', '\n  ');
    write(`${new Date(clock.now()).toISOString()} ${process.pid} ${text}`);
  };
}

export type LogDisk = {
  readonly append: (path: string, text: string) => void;
  /** 0 for no file. */
  readonly size: (path: string) => number;
  readonly rename: (from: string, to: string) => void;
};

const disk: LogDisk = {
  append: (path, text) => {
    const file = openToAppend(path);
    try {
      appendFileSync(file, text);
    } finally {
      closeSync(file);
    }
  },
  size: (path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    const other = found === undefined || found.isCharacterDevice() ? null : notRegularFile(found);
    if (other !== null) throw new Error(other);
    return found?.isFile() === true ? found.size : 0;
  },
  rename: renameSync,
};

/** `kept` counts full files: `log.1`, `log.2`. */
export type Bounds = { readonly maxBytes: number; readonly kept: number };

type Parts = Bounds & {
  readonly path: string;
  /** Called once for a failed write or a full log. */
  readonly onError: (sentence: string) => void;
  readonly disk?: LogDisk;
};

export type LogFile = { readonly write: (line: string) => void };

/** A failed write never ends the program: its line is dropped. */
export function openLog({ path, maxBytes, kept, onError, disk: { append, size, rename } = disk }: Parts): LogFile {
  let hasTold = false;
  let isWhole = true;
  const say = (sentence: string): void => {
    if (!hasTold) onError(sentence);
    hasTold = true;
  };
  const nameOf = (n: number): string => (n === 0 ? path : `${path}.${n}`);
  const rotate = (): void => {
    for (let n = kept; n > 0; n--) if (size(nameOf(n - 1)) > 0) rename(nameOf(n - 1), nameOf(n));
  };
  return {
    write: (line) => {
      // Ends a line cut off by a full disk.
      const text = `${isWhole ? '' : '\n'}${line}\n`;
      try {
        const bytes = size(path);
        if (bytes > 0 && bytes + Buffer.byteLength(text) > maxBytes) {
          if (kept === 0) {
            say(`The log ${path} has reached its size limit; nothing more is written to it.`);
            return;
          }
          rotate();
        }
        append(path, text);
        isWhole = true;
      } catch (error) {
        isWhole = false;
        say(`The log ${path} can't be written: ${describeError(error)}.`);
      }
    },
  };
}
