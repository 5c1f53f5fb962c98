import { type BigIntStats, closeSync, linkSync, openSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';

export type Loss = 'removed' | 'replaced' | 'cut off' | 'apart' | 'set back' | 'changed' | 'damaged';

const BESIDE = ['-wal', '-shm'] as const;

/** By device and number, with its size in bytes. */
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
    return null;
  }
}

const fileOf = ({ dev, ino }: BigIntStats): string => `${dev}:${ino}`;

/** Device and number of a file; null without one. */
export function fileAt(path: string): string | null {
  const found = statsOf(path);
  return found === null ? null : fileOf(found);
}

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

/** Null while it is at its place. */
export function lossOf(place: Place): Loss | null {
  const found = statsOf(place.path);
  if (found === null) return 'removed';
  if (fileOf(found) !== place.file) return 'replaced';
  if (place.beside.some(([path, file]) => fileAt(path) !== file)) return 'apart';
  // A journal never becomes smaller.
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

export const lossWords = (loss: Loss): string => WORDS[loss];

/** Longest wait for another program's repair, and its interval. */
const WAIT_MS = 1000;
const LOOK_MS = 10;

/**
 * In one step. Of several programs, the first to make the second name does it; others wait. `damaged` identifies the
 * file: any other stays. @throws the system's error.
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
    // Another file was put there meanwhile.
    rmSync(aside, { force: true });
    return aside;
  }
  moveBeside(own, aside);
  const empty = `${own}.new-${crypto.randomUUID()}`;
  closeSync(openSync(empty, 'ax', 0o600));
  renameSync(empty, own);
  return aside;
}

/** False if there is such a name. */
function makeName(path: string, name: string): boolean {
  try {
    linkSync(path, name);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function moveBeside(path: string, aside: string): void {
  for (const ending of ['-wal', '-shm'])
    try {
      renameSync(`${path}${ending}`, `${aside}${ending}`);
    } catch {}
}
