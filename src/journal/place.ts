import { type BigIntStats, closeSync, linkSync, openSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';

/** How a journal can be lost to a program that has it open. */
export type Loss = 'removed' | 'replaced' | 'cut off' | 'apart' | 'set back' | 'changed' | 'damaged';

/** What SQLite keeps beside a database that is open: changes that are not in it yet, and who reads them. */
const BESIDE = ['-wal', '-shm'] as const;

/** Where the file of an open database lies: what identifies it and the files beside it, and its size in bytes. */
export type Place = {
  readonly path: string;
  readonly file: string;
  readonly beside: readonly (readonly [path: string, file: string])[];
  size: bigint;
};

function statsOf(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    // A part of the path is no folder any more, or may not be read.
    return null;
  }
}

const fileOf = ({ dev, ino }: BigIntStats): string => `${dev}:${ino}`;

/** What identifies the file at a path, by device and number; null when there is none. */
export function fileAt(path: string): string | null {
  const found = statsOf(path);
  return found === null ? null : fileOf(found);
}

/** Finds the files of a database that is open. @throws when there is none. */
export function placeOf(path: string): Place {
  const { size, ...found } = statSync(path, { bigint: true });
  const beside = BESIDE.flatMap((ending) => {
    // SQLite keeps them at the end of symbolic links.
    const own = `${realpathSync(path)}${ending}`;
    const file = fileAt(own);
    return file === null ? [] : [[own, file] as const];
  });
  return { path, file: `${found.dev}:${found.ino}`, beside, size };
}

/** How the files of a database that is open were lost; null while they are still at their place. */
export function lossOf(place: Place): Loss | null {
  const found = statsOf(place.path);
  if (found === null) return 'removed';
  if (fileOf(found) !== place.file) return 'replaced';
  if (place.beside.some(([path, file]) => fileAt(path) !== file)) return 'apart';
  // It never becomes smaller: nothing makes a journal compact.
  if (found.size < place.size) return 'cut off';
  place.size = found.size;
  return null;
}

const WORDS: Readonly<Record<Loss, string>> = {
  removed: 'was removed while it was in use',
  replaced: 'was replaced by another file while it was in use',
  apart: 'lost one of the files beside it (-wal, -shm) while it was in use',
  'cut off': 'was cut off by another program while it was in use',
  'set back': 'was set back to an earlier state while it was in use',
  changed: 'was changed by a later version of spotdeck while it was in use',
  damaged: 'was damaged',
};

/** The loss of a journal as a clause about it. */
export const lossWords = (loss: Loss): string => WORDS[loss];

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
