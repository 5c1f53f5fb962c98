import { appendFileSync, chmodSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { describeError } from '../lib/os-error.ts';
import { notRegularFile } from '../lib/regular-file.ts';

/** What a log needs of the file system; tests put in a disk that is full. */
export type LogDisk = {
  readonly append: (path: string, text: string) => void;
  /** The size of a file in bytes; 0 when there is none. */
  readonly size: (path: string) => number;
  readonly rename: (from: string, to: string) => void;
};

const disk: LogDisk = {
  append: (path, text) => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    appendFileSync(path, text, { mode: 0o600 });
  },
  size: (path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    // What others could read before is for its owner alone from now on; a device stays as it is.
    if (found?.isFile() === true && (found.mode & 0o077) !== 0) chmodSync(path, 0o600);
    const other = found === undefined || found.isCharacterDevice() ? null : notRegularFile(found);
    if (other !== null) throw new Error(other);
    return found?.isFile() === true ? found.size : 0;
  },
  rename: renameSync,
};

/** How large a log becomes, and how many full ones are kept beside it: `log.1` is the one before. */
export type Bounds = { readonly maxBytes: number; readonly kept: number };

type Parts = Bounds & {
  readonly path: string;
  /** Hears once, in one sentence, that the log can't be written or is full. */
  readonly onError: (sentence: string) => void;
  readonly disk?: LogDisk;
};

export type LogFile = { readonly write: (line: string) => void };

/**
 * A log of lines in a file that only its owner can read, of a bounded size. It never ends the program: what can't be
 * written is left out, told once, and tried again with the next line.
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
      // A line that broke off, because the disk was full, is ended before the next one.
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
