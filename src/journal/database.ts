import { chmodSync, closeSync, openSync, readSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { prepareFile, whyNoNewFile } from '../lib/files.ts';
import { describeError } from '../lib/os-error.ts';
import { withoutPeriod } from '../lib/words.ts';
import { fileAt } from './place.ts';
import { createTables, journalTables, type Tables } from './tables.ts';

/** Marks a journal, "spdj": no other database is ever written to. */
const OURS = 0x7370646a;
/** Version of all tables. A later file is not touched. */
const SCHEMA = 8;

const Pragmas = z.object({ application_id: z.int().optional(), user_version: z.int().optional() });
const SqliteError = z.object({ errcode: z.int() });

function sqliteCode(error: unknown): number | null {
  const code = SqliteError.safeParse(error).data?.errcode;
  return code === undefined ? null : code & 0xff;
}

/** Pages before a checkpoint, and the size of the file afterwards. */
const WAL_PAGES = 500;
const WAL_BYTES = 2_100_000;
const BUSY = 5;
const NO_DATABASE = 26;
const DAMAGED = [11, NO_DATABASE];
const HEADER = Buffer.from('SQLite format 3\0');

const REASONS: Readonly<Record<number, string>> = {
  3: 'it is not allowed',
  5: 'another program has locked it',
  7: 'there is not enough memory',
  8: 'it is read-only',
  10: 'the disk reports a fault',
  11: 'it is damaged',
  13: 'the disk is full',
  14: "it can't be opened",
  26: 'it is damaged',
};

export const isBusy = (error: unknown): boolean => sqliteCode(error) === BUSY;

export const isDamaged = (error: unknown): boolean => DAMAGED.includes(sqliteCode(error) ?? 0);

/** The system explains these better. */
const OF_THE_SYSTEM = [8, 10, 13, 14];

export function journalError(error: unknown, path: string): string {
  const code = sqliteCode(error) ?? -1;
  const ofSystem = OF_THE_SYSTEM.includes(code) ? whyNoNewFile(path) : null;
  return ofSystem ?? REASONS[code] ?? withoutPeriod(describeError(error));
}

/** A statement's wait for others: short, as the screen waits too. Snapshots make up for it. */
const BUSY_MS = 250;
/** On opening: programs starting together create it in turn. */
const OPENING_MS = 2000;

export function setWaiting(database: DatabaseSync, waits: boolean): void {
  database.exec(`PRAGMA busy_timeout = ${waits ? BUSY_MS : 0}`);
}

/** A locked file fails at once without `waits`. @throws why. */
export function openDatabase(path: string, tables: readonly Tables[], waits = true): DatabaseSync {
  const all = [journalTables, ...tables];
  const isNew = path === ':memory:' || prepareFile(path);
  const file = fileAt(path);
  const database = new DatabaseSync(path);
  try {
    setWaiting(database, waits);
    if (!isNew) refuseForeign(database);
    if (path !== ':memory:') chmodSync(path, 0o600);
    // NORMAL: only a power failure can cost the last seconds.
    retryWhileBusy(waits ? OPENING_MS : 0, () => {
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
      database.exec(`PRAGMA wal_autocheckpoint = ${WAL_PAGES}; PRAGMA journal_size_limit = ${WAL_BYTES}`);
      bringUpToDate(database, all);
    });
    // Another version may have other columns.
    for (const { columns } of all) database.exec(columns);
    if (fileAt(path) !== file) throw new Error('it was replaced while it was opened');
    return database;
  } catch (error) {
    database.close();
    // Only a damaged journal is renamed, not a text named by mistake.
    if (sqliteCode(error) === NO_DATABASE && !beginsAsDatabase(path)) throw new Error('it is no journal');
    throw error;
  }
}

/** Zeros are left by a power failure. Read only while no database can be open on it. */
function beginsAsDatabase(path: string): boolean {
  const begin = Buffer.alloc(HEADER.length);
  const file = openSync(path, 'r');
  try {
    readSync(file, begin);
  } finally {
    closeSync(file);
  }
  return begin.equals(HEADER) || begin.every((byte) => byte === 0);
}

function bringUpToDate(database: DatabaseSync, tables: readonly Tables[]): void {
  atomically(database, () => {
    const version = versionOf(database);
    refuseLater(version);
    createTables(database, tables, version);
    database.exec(`PRAGMA application_id = ${OURS}; PRAGMA user_version = ${SCHEMA}`);
  });
}

export function atomically(database: DatabaseSync, act: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    act();
    database.exec('COMMIT');
  } catch (error) {
    try {
      database.exec('ROLLBACK');
    } catch {
      // SQLite has undone it. Node 22 can't tell.
    }
    throw error;
  }
}

/** In milliseconds: the change to WAL ignores the busy timeout. */
function retryWhileBusy(forMs: number, act: () => void): void {
  const until = performance.now() + forMs;
  for (;;) {
    try {
      act();
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

function refuseForeign(database: DatabaseSync): void {
  const { application_id = 0 } = Pragmas.parse(database.prepare('PRAGMA application_id').get());
  // Zero is a file just created and not yet marked.
  if (application_id !== OURS && application_id !== 0) throw new Error('it is not a journal');
  refuseLater(versionOf(database));
}

function refuseLater(version: number): void {
  if (version > SCHEMA) throw new Error('it was written by a later version of spotdeck');
}

export const isOfLaterVersion = (database: DatabaseSync): boolean => versionOf(database) > SCHEMA;

const versionOf = (database: DatabaseSync): number =>
  Pragmas.parse(database.prepare('PRAGMA user_version').get()).user_version ?? 0;
