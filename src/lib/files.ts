import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { devNull } from 'node:os';
import { dirname, resolve } from 'node:path';
import process from 'node:process';
import { makeFolder } from './folders.ts';
import { describeError } from './os-error.ts';
import { decodeText, mendText, NO_TEXT } from './text.ts';

/** Why a path is no regular file, as the second half of a sentence. */
export function notRegularFile(found: Stats): string | null {
  if (found.isFile()) return null;
  if (found.isDirectory()) return 'it is a folder';
  if (found.isFIFO()) return 'it is a named pipe';
  return found.isSocket() ? 'it is a socket' : 'it is a device';
}

/** proc, sysfs, debugfs, tracefs, configfs, securityfs and cgroups of Linux. */
const OF_KERNEL = new Set([0x9fa0, 0x62656572, 0x64626720, 0x74726163, 0x62656570, 0x73636673, 0x27e0eb, 0x63677270]);

/** Pipes, devices and kernel files: reading may never end. @throws for `describeError` */
export function requireRegularFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  const other = notRegularFile(found);
  if (other !== null) throw new Error(other);
  if (process.platform === 'linux' && OF_KERNEL.has(statfsSync(path).type))
    throw new Error('it is a file of the kernel');
}

/** With Unix line ends; the null device is empty. @throws for `describeError` */
export const readTextFile = (path: string): string => mendText(readExactText(path));

export function readExactText(path: string): string {
  if (path !== devNull) requireRegularFile(path);
  const text = decodeText(readFileSync(path));
  if (text === null) throw new Error(NO_TEXT);
  return text;
}

/** In a shared folder, no other user's file or link. @throws for `describeError` */
export function requireOwnFile(path: string): void {
  requireRegularFile(path);
  requireOwnLink(path);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined) requireOwner(found);
}

function requireOwnLink(path: string): void {
  const user = process.geteuid?.();
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (user !== undefined && entry?.isSymbolicLink() === true && entry.uid !== user && entry.uid !== 0)
    throw new Error('it is a symbolic link of another user');
}

function requireOwner({ uid }: Stats): void {
  const user = process.geteuid?.();
  if (user !== undefined && uid !== user) throw new Error('it belongs to another user');
}

/** Appends to a file of this user alone. @throws for `describeError` */
export function openToAppend(path: string): number {
  makeFolder(dirname(path));
  requireOwnLink(path);
  const { O_APPEND, O_CREAT, O_NOCTTY, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;
  const follow = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true ? 0 : O_NOFOLLOW;
  // A named pipe would wait for its reader; a terminal may.
  const wait = statSync(path, { throwIfNoEntry: false })?.isCharacterDevice() === true ? 0 : O_NONBLOCK;
  const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOCTTY | wait | follow, 0o600);
  try {
    const found = fstatSync(file);
    if (found.isCharacterDevice()) return file;
    const other = notRegularFile(found);
    if (other !== null) throw new Error(other);
    requireOwner(found);
    if ((found.mode & 0o077) !== 0) fchmodSync(file, 0o600);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** For this user alone, unlike SQLite. Returns whether it is empty. @throws for `describeError` */
export function prepareFile(path: string): boolean {
  makeFolder(dirname(path));
  requireOwnFile(path);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined) return found.size === 0;
  // Closing an existing file would end this process's locks.
  try {
    closeSync(openSync(path, lstatSync(path, { throwIfNoEntry: false }) === undefined ? 'ax' : 'a', 0o600));
  } catch (error) {
    // Another program was faster.
    if (!isCode(error, 'EEXIST')) throw error;
    requireOwnFile(path);
  }
  return statSync(path).size === 0;
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** SQLite's need beside a database. */
const TRIED_BYTES = 64 * 1024;

export function whyNoNewFile(path: string): string | null {
  const beside = `${path}.${randomUUID()}.new`;
  try {
    writeFileSync(beside, Buffer.alloc(TRIED_BYTES), { mode: 0o600, flag: 'wx' });
    return null;
  } catch (error) {
    return describeError(error);
  } finally {
    removeIfThere(beside);
  }
}

function removeIfThere(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A read-only file system has none.
  }
}

const MOST_LINKS = 40;

/** Follows links of the user or the administrator. @throws for `describeError` */
function linkedFile(path: string): string {
  let at = path;
  for (let links = 0; links <= MOST_LINKS; links++) {
    requireOwnLink(at);
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return at;
    at = resolve(dirname(at), readlinkSync(at));
  }
  throw new Error('its symbolic links lead in a circle');
}

/** Completely or not at all. Follows links. @throws for `describeError` */
export function replaceFile(named: string, text: string, like: Pick<Stats, 'mode' | 'gid'> | null = null): void {
  const path = linkedFile(named);
  makeFolder(dirname(path));
  const beside = `${path}.${randomUUID()}.new`;
  try {
    writeFileSync(beside, text, { mode: 0o600, flag: 'wx' });
    chmodSync(beside, like === null ? 0o600 : accessLike(beside, like));
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

function accessLike(path: string, { mode, gid }: Pick<Stats, 'mode' | 'gid'>): number {
  try {
    if (statSync(path).gid !== gid) chownSync(path, -1, gid);
    return mode & 0o777;
  } catch {
    return mode & 0o707;
  }
}
