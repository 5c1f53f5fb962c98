import { describeError } from '../../../lib/os-error.ts';
import { readTextFile } from '../../../lib/regular-file.ts';
import { CommandFailure, EXIT } from '../../../system/exit.ts';
import { inHome } from '../../../system/files.ts';
import { type Recording, readRecording } from './read.ts';

/** Reads a recording. @throws {CommandFailure} when the file is no recording, or one that this version can't read. */
export function recordingIn(file: string): Recording {
  const path = inHome(file);
  const read = readRecording(textOf(path));
  if (!read.ok) throw new CommandFailure(EXIT.usage, `${path} ${read.error}`);
  return read.value;
}

function textOf(path: string): string {
  try {
    return readTextFile(path);
  } catch (error) {
    throw new CommandFailure(EXIT.usage, `${path} can't be read: ${describeError(error)}.`);
  }
}
