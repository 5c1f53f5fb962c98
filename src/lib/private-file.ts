import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { requireRegularFile } from './regular-file.ts';

/** Makes an empty file for its owner alone when there is none: SQLite would take the mode that the umask leaves. Answers whether it is empty. @throws where something other than a file lies. */
export function prepareFile(path: string): boolean {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  requireRegularFile(path);
  closeSync(openSync(path, 'a', 0o600));
  return statSync(path).size === 0;
}

/** Puts a text into a file of its owner's alone, as a whole or not at all. @throws what the system says. */
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
