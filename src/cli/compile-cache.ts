import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import envPaths from 'env-paths';

/**
 * Has Node keep what it has compiled for the next start, in a folder where only this user can write: what lies there is run.
 * Answers with the folder; null when there is none that only this user could have written to, and nothing is kept.
 */
export function setUpCompileCache(): string | null {
  const folder = join(envPaths('spotdeck', { suffix: '' }).cache, 'compiled');
  // What Node makes in it follows the umask too.
  const umask = process.umask(0o077);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isOwn(folder)) return null;
    enableCompileCache(folder);
    return folder;
  } catch {
    // Where nothing can be written it goes without.
    return null;
  } finally {
    process.umask(umask);
  }
}

/** Whether a folder and the one around it are this user's, and nobody else can write to them. */
function isOwn(folder: string): boolean {
  // Windows gives every user a profile that others can't write to, and has no modes.
  if (process.getuid === undefined) return true;
  const user = process.getuid();
  const found = [lstatSync(folder), lstatSync(dirname(folder))];
  if (!found.every((stats) => stats.isDirectory() && stats.uid === user && (stats.mode & 0o022) === 0)) return false;
  // Older versions left it readable for all.
  chmodSync(folder, 0o700);
  return true;
}
