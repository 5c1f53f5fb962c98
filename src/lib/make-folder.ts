import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder for this user alone, and those above it; one that is there stays as it is. Node's own recursion never ends where a
 * file system says of a folder that is there that it is not, as /proc does. @throws the system's error.
 */
export function makeFolder(path: string): void {
  const failed = failureToMake(path);
  if (failed === null || isFolder(path)) return;
  if (!(failed instanceof Error && 'code' in failed && failed.code === 'ENOENT') || isFolder(dirname(path)))
    throw failed;
  makeFolder(dirname(path));
  const again = failureToMake(path);
  // Another program may have been faster.
  if (again !== null && !isFolder(path)) throw again;
}

function failureToMake(path: string): unknown {
  try {
    mkdirSync(path, { mode: 0o700 });
    return null;
  } catch (error) {
    return error;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
