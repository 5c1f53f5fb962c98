import { readFileSync, type Stats, statSync } from 'node:fs';
import { devNull } from 'node:os';

/** What lies at a path, in words that go on a sentence; null for a file. */
export function notRegularFile(found: Stats): string | null {
  if (found.isFile()) return null;
  if (found.isDirectory()) return 'it is a folder';
  if (found.isFIFO()) return 'it is a named pipe';
  return found.isSocket() ? 'it is a socket' : 'it is a device';
}

/**
 * Refuses what is no file: to open a named pipe waits for another program, for ever when there is none, and a device may have no
 * end. Nothing at the path is fine. @throws an error of which `reason` makes words for a sentence.
 */
export function requireRegularFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  const other = found === undefined ? null : notRegularFile(found);
  if (other !== null) throw new Error(other);
}

/** A file's text; the null device reads as empty. @throws what the system says, or that it is no file. */
export function readTextFile(path: string): string {
  if (path !== devNull) requireRegularFile(path);
  return readFileSync(path, 'utf8');
}
