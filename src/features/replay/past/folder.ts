import { createHash, randomBytes } from 'node:crypto';
import { appendFile, closeSync, openSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DAY_MS } from '../../../lib/duration.ts';
import { makeFolder } from '../../../lib/folders.ts';
import { stateFolder } from '../../../system/app-log.ts';

/** Most bytes of all files together, of all consoles. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Bytes that are made room for at a time: the folder is looked through once for each. */
const STEP_BYTES = 2 * 1024 * 1024;
/** Age after which a file is removed, in milliseconds. */
const MAX_AGE_MS = DAY_MS;

/** `<milliseconds since 1970>-<place>-<random>.spotdeck` */
const NAME = /^(\d{10,14})-([0-9a-f]{16})-[0-9a-f]{12}\.spotdeck$/;

/** A file with a part of the past: a recording that begins at a time, in milliseconds since 1970. */
export type PastFile = { readonly path: string; readonly from: number };

/** Disk that the files are written to; tests pass one that is full. */
export type PastDisk = { readonly append: (file: number, text: string) => Promise<unknown> };

const disk: PastDisk = { append: promisify(appendFile) };

/** The folder of the past, which all consoles of this user share. */
export const pastFolder = (): string => join(stateFolder(), 'past');

/** What a service and its shown projects are named by in the names of files. */
export const pastPlace = (service: string, projects: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([service, projects]))
    .digest('hex')
    .slice(0, 16);

/** A new file that is written to its end. Each write resolves when it is on its way to the disk. @throws the system's error. */
export type PartFile = PastFile & {
  readonly write: (text: string) => Promise<void>;
  readonly close: () => void;
};

/** The files of a folder, whose size all together is bounded. */
export function openPastFolder(folder: string, { append }: PastDisk = disk, maxBytes = MAX_BYTES) {
  /** Bytes that may be written before the folder is looked through again. */
  let room = 0;

  const filesOf = async (): Promise<readonly (PastFile & { readonly name: string; readonly place: string })[]> => {
    const names = await readdir(folder);
    return names
      .flatMap((name) => {
        const [, from, place] = NAME.exec(name) ?? [];
        return from === undefined || place === undefined
          ? []
          : [{ name, place, path: join(folder, name), from: Number(from) }];
      })
      .toSorted((a, b) => a.from - b.from);
  };

  /** Removes the oldest files until there is room for some bytes. @throws when there is none without a file itself. */
  const makeRoom = async (bytes: number, own: string, now: number): Promise<void> => {
    const wanted = Math.max(bytes, Math.min(STEP_BYTES, maxBytes / 4));
    const files = await filesOf();
    const sizes = await Promise.all(files.map(({ path }) => sizeOf(path)));
    let all = sizes.reduce((sum, size) => sum + size, 0);
    for (const [n, { path, from }] of files.entries()) {
      if (path === own || (all + wanted <= maxBytes && now - from < MAX_AGE_MS)) continue;
      await rm(path, { force: true });
      all -= sizes[n] ?? 0;
    }
    if (all + bytes > maxBytes) throw new Error('the lists are too large for it');
    room = Math.min(wanted, maxBytes - all);
  };

  return {
    folder,

    /** Creates a file that only its owner can read. @throws the system's error. */
    create: (place: string, from: number, now: () => number): PartFile => {
      makeFolder(folder);
      const path = join(folder, `${from}-${place}-${randomBytes(6).toString('hex')}.spotdeck`);
      const file = openSync(path, 'wx', 0o600);
      return {
        path,
        from,
        write: async (text) => {
          const bytes = Buffer.byteLength(text);
          if (bytes > room) await makeRoom(bytes, path, now());
          room -= bytes;
          await append(file, text);
        },
        close: () => closeSync(file),
      };
    },

    /** The files of a place, the oldest first. */
    of: async (place: string): Promise<readonly PastFile[]> => {
      const files = await filesOf().catch(() => []);
      return files.filter((file) => file.place === place);
    },

    /** Removes files. One that is gone is fine. */
    remove: async (files: readonly PastFile[]): Promise<void> => {
      await Promise.all(files.map(({ path }) => rm(path, { force: true }).catch(() => undefined)));
    },
  };
}

export type PastFolder = ReturnType<typeof openPastFolder>;

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );
