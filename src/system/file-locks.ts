import { readFileSync, statSync } from 'node:fs';
import { printableLine } from '../lib/sanitize.ts';

/** A program that has locked a file: its process and its name, which is empty where the system does not say it. */
export type LockHolder = { readonly pid: number; readonly name: string };

/** The other programs that have a lock for writing on one of some files, as Linux knows them; none elsewhere. */
export function lockHolders(paths: readonly string[]): readonly LockHolder[] {
  const inodes = new Set(paths.map(inodeOf));
  const locks = textOf('/proc/locks')
    .split('\n')
    .map((line) => / WRITE +(\d+) [\da-f]+:[\da-f]+:(\d+) /.exec(line))
    .filter((found) => found !== null);
  const pids = locks.flatMap(([, pid, inode = '']) => (inodes.has(inode) ? [Number(pid)] : []));
  return [...new Set(pids)]
    .filter((pid) => pid > 0 && pid !== process.pid)
    .map((pid) => ({ pid, name: printableLine(textOf(`/proc/${pid}/comm`).trim()) }));
}

function inodeOf(path: string): string {
  try {
    return String(statSync(path).ino);
  } catch {
    // A file that is not there is locked by nobody.
    return '';
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Not on this system, or the process has ended.
    return '';
  }
}
