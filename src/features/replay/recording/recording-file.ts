import { appendFile, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { describeError } from '../../../lib/os-error.ts';
import { CommandFailure, EXIT } from '../../../system/exit.ts';
import { inHome } from '../../../system/files.ts';
import type { RecordingWriter } from './record.ts';

/** Largest recording, in bytes: days of a fleet of hundreds, hours of one of ten thousand. */
export const MAX_BYTES = 64 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

/** A size in words: `64 MB`. */
export const megabytes = (bytes: number): string => `${Math.round(bytes / MEGABYTE)} MB`;

/** Disk that the file is written to; tests pass one that is full. */
export type Disk = { readonly append: (file: number, bytes: Buffer) => Promise<unknown> };

const disk: Disk = { append: promisify(appendFile) };

/** File that a console records to. */
export type RecordingFile = {
  /** A writer of lines; `onError` gets one sentence when the recording ends before the console. */
  readonly begin: (onError: (sentence: string) => void) => RecordingWriter;
  /** Resolves when all lines have been written. */
  readonly written: () => Promise<void>;
  /** The sentence on why the recording ended before the console, for the shell; null when it did not. */
  readonly ended: () => string | null;
};

/** Creates a file that only its owner can read. @throws {CommandFailure} when it exists already or can't be created. */
export function openRecording(path: string, { append }: Disk = disk, maxBytes = MAX_BYTES): RecordingFile {
  const where = inHome(path);
  const file = made(where);
  let writing: Promise<unknown> = Promise.resolve();
  let why: string | null = null;
  return {
    begin: (onError) => {
      let bytes = 0;
      let broken = false;
      const end = (sentence: string): void => {
        if (why !== null) return;
        why = sentence;
        onError(sentence);
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
            end(`The recording has ended: ${where} has reached its size limit, ${megabytes(maxBytes)}.`);
          if (why !== null) return false;
          // Nothing is written after a line that was not written whole.
          writing = writing.then(() => (broken ? null : append(file, text))).catch(failed);
          return true;
        },
      };
    },
    written: async () => {
      await writing;
    },
    ended: () => why,
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
