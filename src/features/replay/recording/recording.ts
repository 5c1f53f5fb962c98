import { describeError } from '../../../lib/os-error.ts';
import { CommandFailure, EXIT } from '../../../system/exit.ts';
import { inHome } from '../../../system/files.ts';
import { type Recording, readRecording } from './read.ts';
import { MAX_BYTES, megabytes } from './recording-file.ts';
import { openSource, type Source } from './source.ts';

/** Opens a recording. @throws {CommandFailure} when the file is no recording, or one that this version can't read. */
export function recordingIn(file: string): Recording {
  const path = inHome(file);
  const source = sourceIn(path);
  const read = readRecording(source);
  if (read.ok) return read.value;
  source.close();
  throw new CommandFailure(EXIT.usage, `${path} ${read.error}`);
}

function sourceIn(path: string): Source {
  let source: Source;
  try {
    source = openSource(path);
  } catch (error) {
    throw new CommandFailure(EXIT.usage, `${path} can't be read: ${describeError(error)}.`);
  }
  if (source.size <= MAX_BYTES) return source;
  source.close();
  throw new CommandFailure(
    EXIT.usage,
    `${path} is not read: it has ${megabytes(source.size)}, and a recording ends at ${megabytes(MAX_BYTES)}.`,
  );
}
