import { readFileSync, type Stats, statSync } from 'node:fs';
import { devNull } from 'node:os';

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
