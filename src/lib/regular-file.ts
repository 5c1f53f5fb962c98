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
import { makeFolder } from './make-folder.ts';
import { describeError } from './os-error.ts';
import { decodeText, mendText, NO_TEXT } from './plain-text.ts';

/** The kind of a path that is not a file, as the second half of a sentence; null for a file. */
export function notRegularFile(found: Stats): string | null {
  if (found.isFile()) return null;
  if (found.isDirectory()) return 'it is a folder';
  if (found.isFIFO()) return 'it is a named pipe';
  return found.isSocket() ? 'it is a socket' : 'it is a device';
}

/** Numbers by which Linux knows the file systems that the kernel makes up: proc, sysfs, debugfs, tracefs, configfs, securityfs, cgroups. */
const OF_KERNEL = new Set([0x9fa0, 0x62656572, 0x64626720, 0x74726163, 0x62656570, 0x73636673, 0x27e0eb, 0x63677270]);

/**
 * Rejects a path that is not a regular file: opening a named pipe waits for another
 * program, possibly for ever, and a device may have no end. So may what looks like a file and is the kernel's.
 * A missing file is fine. @throws an error that `describeError` turns into the second half of a sentence.
 */
export function requireRegularFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  const other = notRegularFile(found);
  if (other !== null) throw new Error(other);
  if (process.platform === 'linux' && OF_KERNEL.has(statfsSync(path).type))
    throw new Error('it is a file of the kernel');
}

/** A file's text, whose lines end with LF; the null device reads as empty. @throws an error for `describeError`. */
export const readTextFile = (path: string): string => mendText(readExactText(path));

/** A file's text as it is. @throws the system's error, that it is not a file, or that it is no text. */
export function readExactText(path: string): string {
  if (path !== devNull) requireRegularFile(path);
  const text = decodeText(readFileSync(path));
  if (text === null) throw new Error(NO_TEXT);
  return text;
}

/**
 * Rejects a file of another user, and a symbolic link that another user has put there: in a shared folder anybody can choose what lies
 * at a name. The links of the administrator are followed. A missing file is fine. @throws an error for `describeError`.
 */
export function requireOwnFile(path: string): void {
  requireRegularFile(path);
  requireOwnLink(path);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined) requireOwner(found);
}

/** Rejects a symbolic link of another user than the administrator. @throws an error for `describeError`. */
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

/**
 * Opens a file to write at its end, and makes it one that only its owner can read; or a device. Another user's file or link is refused,
 * also one that comes between the look at it and the opening. Returns the descriptor. @throws an error for `describeError`.
 */
export function openToAppend(path: string): number {
  makeFolder(dirname(path));
  requireOwnLink(path);
  const { O_APPEND, O_CREAT, O_NOCTTY, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;
  const follow = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true ? 0 : O_NOFOLLOW;
  // A named pipe would wait for its reader; a device such as a terminal may wait.
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

/**
 * Creates an empty file with access for its owner alone when there is none: SQLite would use the mode
 * of the umask. Returns whether the file is empty. @throws when the path is not a file of the user's own.
 */
export function prepareFile(path: string): boolean {
  makeFolder(dirname(path));
  requireOwnFile(path);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined) return found.size === 0;
  // A file that is there is never opened here: closing it would end the locks that this process has on it.
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

/** Size of a file that is tried out, in bytes: as much as SQLite needs beside a database. */
const TRIED_BYTES = 64 * 1024;

/** Tries to write a file beside another one. Returns why that is not possible, as the second half of a sentence; null when it is. */
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
    // On a file system that is read-only there is none.
  }
}

/** Most symbolic links that are followed one after the other, as the system does. */
const MOST_LINKS = 40;

/** The file that a path leads to by symbolic links of the user or the administrator; it need not be there. @throws an error for `describeError`. */
function linkedFile(path: string): string {
  let at = path;
  for (let links = 0; links <= MOST_LINKS; links++) {
    requireOwnLink(at);
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return at;
    at = resolve(dirname(at), readlinkSync(at));
  }
  throw new Error('its symbolic links lead in a circle');
}

/**
 * Replaces a file, completely or not at all, with access for its owner alone, or with mode and group of a file. A symbolic link stays: the file
 * that it leads to is replaced. @throws an error for `describeError`.
 */
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

/** Gives a new file the group of another one. Returns the mode for it: without that group, no access for any. */
function accessLike(path: string, { mode, gid }: Pick<Stats, 'mode' | 'gid'>): number {
  try {
    if (statSync(path).gid !== gid) chownSync(path, -1, gid);
    return mode & 0o777;
  } catch {
    return mode & 0o707;
  }
}
