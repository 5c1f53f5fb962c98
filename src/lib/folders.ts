import { mkdirSync, statSync } from 'node:fs';
import { dirname, isAbsolute, relative, sep } from 'node:path';

/** With its parents, for this user alone. Node's own recursion never ends in /proc. @throws the system's error */
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

/** Whether a path without links is in a folder. */
export function isInFolder(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return !(inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside));
}
