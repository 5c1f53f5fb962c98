import { chmodSync, lstatSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolder } from '../lib/folders.ts';
import { ownFolders } from '../system/own-folders.ts';

/**
 * Lets Node keep compiled code in a folder only this user can write to. Returns the folder; null if nothing is kept.
 */
export function setUpCompileCache(): string | null {
  const folder = join(ownFolders().cache, 'compiled');
  // Node's files follow the umask.
  const umask = process.umask(0o077);
  try {
    makeFolder(folder);
    if (!isOwn(folder)) return null;
    enableCompileCache(folder);
    return folder;
  } catch {
    // Without a writable folder there is no cache.
    return null;
  } finally {
    process.umask(umask);
  }
}

/** Whether a folder and its parent are this user's, and nobody else can write there. */
function isOwn(folder: string): boolean {
  // Windows has no modes; others can't write to a profile there.
  if (process.getuid === undefined) return true;
  const user = process.getuid();
  const found = [lstatSync(folder), lstatSync(dirname(folder))];
  if (!found.every((stats) => stats.isDirectory() && stats.uid === user && (stats.mode & 0o022) === 0)) return false;
  // Older versions made the folder readable for all.
  chmodSync(folder, 0o700);
  return true;
}

/** A user unknown to the system, as in a small container, gets the root as home instead of the current folder. */
export function ensureHome(): void {
  if (process.env['HOME'] === '') delete process.env['HOME'];
  try {
    homedir();
  } catch {
    process.env['HOME'] = '/';
  }
}
