import { appendFile, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { describeError } from '../lib/os-error.ts';
import type { RecordingWriter } from '../replay/record.ts';
import { CommandFailure, EXIT } from './exit.ts';
import { inHome } from './files.ts';

/** A recording does not grow beyond this: days of a fleet of hundreds, hours of one of ten thousand. */
const MAX_BYTES = 64 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

/** How the file is written; tests put in a disk that is full. */
export type Disk = { readonly append: (file: number, bytes: Buffer) => Promise<unknown> };

const disk: Disk = { append: promisify(appendFile) };

/** A file to record to. */
export type RecordingFile = {
  /** Lines can be put; `onError` hears one sentence when the file takes no more. */
  readonly begin: (onError: (sentence: string) => void) => RecordingWriter;
  /** Everything that was put has been written. */
  readonly written: () => Promise<void>;
};

/** Makes a new file that its owner alone can read. @throws {CommandFailure} when there is one already, or none can be made. */
export function openRecording(path: string, { append }: Disk = disk, maxBytes = MAX_BYTES): RecordingFile {
  const where = inHome(path);
  const file = made(where);
  let writing: Promise<unknown> = Promise.resolve();
  return {
    begin: (onError) => {
      let bytes = 0;
      let full = false;
      let broken = false;
      const end = (sentence: string): void => {
        if (!full) onError(sentence);
        full = true;
      };
      const failed = (error: unknown): void => {
        broken = true;
        end(`The recording has ended: ${where} can't be written: ${describeError(error)}.`);
      };
      return {
        append: (line) => {
          const text = Buffer.from(line);
          bytes += text.byteLength;
          if (bytes > maxBytes)
            end(`The recording has ended: ${where} has reached its size limit, ${Math.round(maxBytes / MEGABYTE)} MB.`);
          if (full) return false;
          // Nothing comes behind a line that was not written whole.
          writing = writing.then(() => (broken ? null : append(file, text))).catch(failed);
          return true;
        },
      };
    },
    written: async () => {
      await writing;
    },
  };
}

function made(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    throw new CommandFailure(
      EXIT.usage,
      `Nothing can be recorded to ${path}: ${describeError(error)}.`,
      'Give a new file.',
    );
  }
}
