import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { devNull } from 'node:os';
import { dirname } from 'node:path';

/** Returns the kind of a path that is not a file, as the second half of a sentence; null for a file. */
export function notRegularFile(found: Stats): string | null {
  if (found.isFile()) return null;
  if (found.isDirectory()) return 'it is a folder';
  if (found.isFIFO()) return 'it is a named pipe';
  return found.isSocket() ? 'it is a socket' : 'it is a device';
}

/**
 * Rejects a path that is not a regular file: opening a named pipe waits for another
 * program, possibly for ever, and a device may have no end. A missing file is fine.
 * @throws an error that `describeError` turns into the second half of a sentence.
 */
export function requireRegularFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  const other = found === undefined ? null : notRegularFile(found);
  if (other !== null) throw new Error(other);
}

/** Returns a file's text; the null device reads as empty. @throws the system's error, or that it is not a file. */
export function readTextFile(path: string): string {
  if (path !== devNull) requireRegularFile(path);
  return readFileSync(path, 'utf8');
}

/**
 * Creates an empty file with access for its owner alone when there is none: SQLite would use the mode
 * of the umask. Returns whether the file is empty. @throws when the path is not a file.
 */
export function prepareFile(path: string): boolean {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  requireRegularFile(path);
  closeSync(openSync(path, 'a', 0o600));
  return statSync(path).size === 0;
}

/** Replaces a file with access for its owner alone, completely or not at all. @throws the system's error. */
export function replaceFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const beside = `${path}.${randomUUID()}.new`;
  try {
    writeFileSync(beside, text, { mode: 0o600, flag: 'wx' });
    chmodSync(beside, 0o600);
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
