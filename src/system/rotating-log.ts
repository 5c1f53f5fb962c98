import { appendFileSync, closeSync, renameSync, statSync } from 'node:fs';
import { notRegularFile, openToAppend } from '../lib/files.ts';
import { describeError } from '../lib/os-error.ts';

/** File system operations of a log; tests pass a disk that is full. */
export type LogDisk = {
  readonly append: (path: string, text: string) => void;
  /** The size of a file in bytes; 0 when there is none. */
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

/** Largest size of a log in bytes, and the number of full ones kept next to it: `log.1` is the previous one. */
export type Bounds = { readonly maxBytes: number; readonly kept: number };

type Parts = Bounds & {
  readonly path: string;
  /** Called once with a sentence when the log can't be written or is full. */
  readonly onError: (sentence: string) => void;
  readonly disk?: LogDisk;
};

export type LogFile = { readonly write: (line: string) => void };

/**
 * Opens a log of bounded size that only its owner can read. It never ends the program: lines that can't be written are
 * dropped and reported once, and the next line tries again.
 */
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
      // A line that a full disk has cut off is ended before the next one.
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
