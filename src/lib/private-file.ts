import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { requireRegularFile } from './regular-file.ts';

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
