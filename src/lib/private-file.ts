import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes an empty file for its owner alone when there is none: SQLite would take the mode that the umask leaves. Answers whether it is empty. */
export function prepareFile(path: string): boolean {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
  return statSync(path).size === 0;
}
