import { appendFile, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { describeError } from '../../../lib/os-error.ts';
import { CommandFailure, EXIT } from '../../../system/exit.ts';
import { inHome } from '../../../system/files.ts';
import type { RecordingWriter } from './record.ts';

/** Days of hundreds of bids, hours of ten thousand. */
export const MAX_BYTES = 64 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

/** `64 MB` */
export const megabytes = (bytes: number): string => `${Math.round(bytes / MEGABYTE)} MB`;

/** Tests pass a full one. */
export type Disk = { readonly append: (file: number, bytes: Buffer) => Promise<unknown> };

const disk: Disk = { append: promisify(appendFile) };

export type RecordingFile = {
  /** `onError` gets a sentence when the recording ends early. */
  readonly begin: (onError: (sentence: string) => void) => RecordingWriter;
  readonly written: () => Promise<void>;
  /** Why it ended early, for the shell; null if not. */
  readonly ended: () => string | null;
};

/** Creates a private file. @throws {CommandFailure} for an existing or impossible one. */
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
          // A partly written line is the last.
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
