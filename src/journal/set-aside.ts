import { closeSync, linkSync, openSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { fileAt } from './place.ts';

/** Longest wait for another program that sets the same file aside, in milliseconds, and the interval of looking. */
const WAIT_MS = 1000;
const LOOK_MS = 10;

/**
 * Sets a damaged file aside and puts an empty one in its place, in one step: at no time is there none. Of several programs that find it
 * damaged one does it, whoever makes the second name of the file first; the others wait and use the new file. `damaged` is what
 * identified the file that was opened: another one at the path is left alone. Returns where the damaged one lies now.
 * @throws the system's error.
 */
export function setAside(path: string, damaged: string): string {
  const own = realpathSync(path);
  const aside = `${own}.damaged-${damaged.split(':')[1] ?? ''}`;
  if (fileAt(own) !== damaged) return aside;
  if (!makeName(own, aside)) {
    for (let waited = 0; waited < WAIT_MS && fileAt(own) === damaged; waited += LOOK_MS)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
    if (fileAt(own) !== damaged) return aside;
  } else if (fileAt(aside) !== damaged) {
    // Somebody has put another file there in the meantime.
    rmSync(aside, { force: true });
    return aside;
  }
  moveBeside(own, aside);
  const empty = `${own}.new-${crypto.randomUUID()}`;
  closeSync(openSync(empty, 'ax', 0o600));
  renameSync(empty, own);
  return aside;
}

/** Gives a file a second name. Returns whether it had none like that. */
function makeName(path: string, name: string): boolean {
  try {
    linkSync(path, name);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** What SQLite keeps beside a damaged file belongs to that one. */
function moveBeside(path: string, aside: string): void {
  for (const ending of ['-wal', '-shm'])
    try {
      renameSync(`${path}${ending}`, `${aside}${ending}`);
    } catch {
      // There is none.
    }
}
