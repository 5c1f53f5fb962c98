import { readFileSync, statSync } from 'node:fs';
import { printableLine } from '../lib/sanitize.ts';

/** `name` is empty if the system doesn't tell. */
export type LockHolder = { readonly pid: number; readonly name: string };

/** Programs with a write lock on a file. Empty outside Linux. */
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
    return '';
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
