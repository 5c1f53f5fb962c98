import { chmodSync, lstatSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolder } from '../lib/make-folder.ts';
import { ownFolders } from '../system/own-folders.ts';

/**
 * Makes Node keep compiled code for the next start, in a folder that only this user can write to, since the code is run.
 * Returns the folder; null when there is no such folder and nothing is kept.
 */
export function setUpCompileCache(): string | null {
  const folder = join(ownFolders().cache, 'compiled');
  // Files that Node creates there follow the umask.
  const umask = process.umask(0o077);
  try {
    makeFolder(folder);
    if (!isOwn(folder)) return null;
    enableCompileCache(folder);
    return folder;
  } catch {
    // Without a writable folder the program starts without the cache.
    return null;
  } finally {
    process.umask(umask);
  }
}

/** Whether a folder and its parent belong to this user and nobody else can write to them. */
function isOwn(folder: string): boolean {
  // Windows has no modes; other users can't write to a user's profile there.
  if (process.getuid === undefined) return true;
  const user = process.getuid();
  const found = [lstatSync(folder), lstatSync(dirname(folder))];
  if (!found.every((stats) => stats.isDirectory() && stats.uid === user && (stats.mode & 0o022) === 0)) return false;
  // Older versions made the folder readable for all.
  chmodSync(folder, 0o700);
  return true;
}

/**
 * Gives the program a home folder where there is none: without HOME for a user whom the system doesn't know, as in a small container. It is
 * the root then, as container runtimes have it. An empty HOME counts as none; the own files would go to where the program was started.
 */
export function ensureHome(): void {
  if (process.env['HOME'] === '') delete process.env['HOME'];
  try {
    homedir();
  } catch {
    process.env['HOME'] = '/';
  }
}
