import { createHash, randomBytes } from 'node:crypto';
import { appendFile, closeSync, openSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DAY_MS } from '../../../lib/duration.ts';
import { makeFolder } from '../../../lib/folders.ts';
import { stateFolder } from '../../../system/app-log.ts';

/** Most bytes of all files of all consoles together. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Room made by one look through the folder. */
const STEP_BYTES = 2 * 1024 * 1024;
const MAX_AGE_MS = DAY_MS;

/** `<milliseconds since 1970>-<place>-<random>.spotdeck` */
const NAME = /^(\d{10,14})-([0-9a-f]{16})-[0-9a-f]{12}\.spotdeck$/;

/** A recording of a part of the past, from a time in milliseconds since 1970. */
export type PastFile = { readonly path: string; readonly from: number };

/** Tests pass a full one. */
export type PastDisk = { readonly append: (file: number, text: string) => Promise<unknown> };

const disk: PastDisk = { append: promisify(appendFile) };

/** Shared by all consoles of this user. */
export const pastFolder = (): string => join(stateFolder(), 'past');

/** Names a service and its projects in file names. */
export const pastPlace = (service: string, projects: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([service, projects]))
    .digest('hex')
    .slice(0, 16);

/** Writes resolve on their way to the disk. @throws the system's error. */
export type PartFile = PastFile & {
  readonly write: (text: string) => Promise<void>;
  readonly close: () => void;
};

/** A folder of bounded size. */
export function openPastFolder(folder: string, { append }: PastDisk = disk, maxBytes = MAX_BYTES) {
  /** Bytes to write before the next look through the folder. */
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

  /** Removes the oldest files. @throws when this file alone is too large. */
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

    /** A private file. @throws the system's error. */
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

    /** Oldest first. */
    of: async (place: string): Promise<readonly PastFile[]> => {
      const files = await filesOf().catch(() => []);
      return files.filter((file) => file.place === place);
    },

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
