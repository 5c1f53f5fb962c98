import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { describeError } from '../lib/os-error.ts';
import { prepareFile, whyNoNewFile } from '../lib/regular-file.ts';
import { fileAt } from './place.ts';

/** Marks a database as a journal, so that no other is ever written to: "spdj". */
const OURS = 0x7370646a;
/** Version of the tables. A file of a later version is not touched. */
const SCHEMA = 6;

const TABLES = `
  CREATE TABLE IF NOT EXISTS events (
    id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT UNIQUE, scope TEXT NOT NULL, at INTEGER NOT NULL, since INTEGER,
    fid TEXT, bid TEXT, by TEXT NOT NULL, told TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS events_of_row ON events (scope, fid);
  CREATE INDEX IF NOT EXISTS events_of_bid ON events (scope, bid);
  CREATE INDEX IF NOT EXISTS events_by_time ON events (at);
  CREATE TABLE IF NOT EXISTS looks (
    scope TEXT, list TEXT, asked INTEGER NOT NULL, version INTEGER NOT NULL, began INTEGER NOT NULL, PRIMARY KEY (scope, list)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS rows (
    scope TEXT, list TEXT, fid TEXT, facts TEXT NOT NULL, asked INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (scope, list, fid)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS samples (
    scope TEXT, slot INTEGER, at INTEGER NOT NULL, running INTEGER NOT NULL, cost INTEGER NOT NULL,
    PRIMARY KEY (scope, slot)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS idle_seen (
    scope TEXT, fid TEXT, at INTEGER NOT NULL, PRIMARY KEY (scope, fid)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS sets (
    scope TEXT, name TEXT COLLATE NOCASE, at INTEGER NOT NULL, members TEXT NOT NULL, PRIMARY KEY (scope, name)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS claims (
    scope TEXT, what TEXT, at INTEGER NOT NULL, PRIMARY KEY (scope, what)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS step_bids (
    id INTEGER PRIMARY KEY, scope TEXT NOT NULL, bid TEXT NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL, region TEXT NOT NULL,
    UNIQUE (scope, bid)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS steps (
    id INTEGER, at INTEGER, since INTEGER NOT NULL, state TEXT NOT NULL, price TEXT, quantity INTEGER NOT NULL,
    running INTEGER NOT NULL, PRIMARY KEY (id, at)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS steps_by_time ON steps (at);
  CREATE TABLE IF NOT EXISTS observed (
    scope TEXT, began INTEGER, ended INTEGER NOT NULL, PRIMARY KEY (scope, began)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS rules (
    scope TEXT, name TEXT, version TEXT NOT NULL, released INTEGER NOT NULL, held TEXT, memory TEXT, next TEXT,
    PRIMARY KEY (scope, name)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS rule_actions (
    id INTEGER PRIMARY KEY AUTOINCREMENT, scope TEXT NOT NULL, rule TEXT NOT NULL, at INTEGER NOT NULL, fid TEXT,
    action TEXT NOT NULL, outcome TEXT, ended INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS rule_actions_by_time ON rule_actions (scope, at);
  CREATE INDEX IF NOT EXISTS rule_actions_of_project ON rule_actions (scope);
  CREATE TABLE IF NOT EXISTS leases (
    scope TEXT PRIMARY KEY, holder TEXT NOT NULL, beats INTEGER NOT NULL, at INTEGER NOT NULL, runs TEXT NOT NULL,
    asked INTEGER NOT NULL DEFAULT 0, seen INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS notifications (
    scope TEXT, name TEXT, cursor INTEGER NOT NULL, message TEXT, tries INTEGER NOT NULL DEFAULT 0,
    due INTEGER NOT NULL DEFAULT 0, refusals INTEGER NOT NULL DEFAULT 0, stopped TEXT, failing TEXT, delivered INTEGER,
    PRIMARY KEY (scope, name)
  ) STRICT, WITHOUT ROWID;
`;

const COLUMNS = `
  SELECT id, key, scope, at, since, fid, bid, by, told FROM events LIMIT 0;
  SELECT scope, list, asked, version, began FROM looks LIMIT 0;
  SELECT scope, list, fid, facts, asked FROM rows LIMIT 0;
  SELECT scope, slot, at, running, cost FROM samples LIMIT 0;
  SELECT scope, fid, at FROM idle_seen LIMIT 0;
  SELECT scope, what, at FROM claims LIMIT 0;
  SELECT scope, name, at, members FROM sets LIMIT 0;
  SELECT id, scope, bid, name, type, region FROM step_bids LIMIT 0;
  SELECT id, at, since, state, price, quantity, running FROM steps LIMIT 0;
  SELECT scope, began, ended FROM observed LIMIT 0;
  SELECT scope, name, version, released, held, memory, next FROM rules LIMIT 0;
  SELECT id, scope, rule, at, fid, action, outcome, ended FROM rule_actions LIMIT 0;
  SELECT scope, holder, beats, at, runs, asked, seen FROM leases LIMIT 0;
  SELECT scope, name, cursor, message, tries, due, refusals, stopped, failing, delivered FROM notifications LIMIT 0;
`;

const Pragmas = z.object({ application_id: z.int().optional(), user_version: z.int().optional() });
const Coded = z.object({ errcode: z.int() });

/** Returns the primary code of an SQLite error, or null. */
function sqliteCode(error: unknown): number | null {
  const code = Coded.safeParse(error).data?.errcode;
  return code === undefined ? null : code & 0xff;
}

const BUSY = 5;
const DAMAGED = [11, 26];

/** SQLite's codes for what the operator can put right. */
const REASONS: Readonly<Record<number, string>> = {
  3: 'it is not allowed',
  7: 'there is not enough memory',
  8: 'it is read-only',
  10: 'the disk reports a fault',
  11: 'it is damaged',
  13: 'the disk is full',
  14: "it can't be opened",
  26: 'it is damaged',
};

/** Whether another process had the file locked. */
export const isBusy = (error: unknown): boolean => sqliteCode(error) === BUSY;

/** Whether the content of a file is not what SQLite has written. */
export const isDamaged = (error: unknown): boolean => DAMAGED.includes(sqliteCode(error) ?? 0);

/** SQLite's codes for what the system knows better: read-only, input and output, full, can't open. */
const OF_THE_SYSTEM = [8, 10, 13, 14];

/** Returns why the journal at a path can't be used, as the second half of a sentence. */
export function journalError(error: unknown, path: string): string {
  const code = sqliteCode(error) ?? -1;
  const ofSystem = OF_THE_SYSTEM.includes(code) ? whyNoNewFile(path) : null;
  return ofSystem ?? REASONS[code] ?? describeError(error).replace(/\.$/, '');
}

/** Opens a journal's file for several programs at once, readable by its owner alone; a missing one is created. @throws why it can't be used. */
export function openDatabase(path: string): DatabaseSync {
  const isNew = path === ':memory:' || prepareFile(path);
  const file = fileAt(path);
  const database = new DatabaseSync(path);
  try {
    // Short, because the screen waits for it; when the file is busy, the next snapshot records the changes.
    database.exec('PRAGMA busy_timeout = 250');
    if (!isNew) refuseForeign(database);
    if (path !== ':memory:') chmodSync(path, 0o600);
    // NORMAL: what was committed survives the process; only a power failure can cost the last seconds.
    retryWhileBusy(() => database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL'));
    retryWhileBusy(() => createTables(database));
    // A file of another version may have tables of these names with other columns.
    database.exec(COLUMNS);
    if (fileAt(path) !== file) throw new Error('it was replaced while it was opened');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Creates the tables, and adds the columns that a file of an earlier version lacks. */
function createTables(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec(TABLES);
    const { user_version = 0 } = Pragmas.parse(database.prepare('PRAGMA user_version').get());
    if (user_version === 1) database.exec('ALTER TABLE rows ADD COLUMN asked INTEGER NOT NULL DEFAULT 0');
    if (user_version > 0 && user_version < 6 && !hasColumn(database, 'leases', 'asked'))
      database.exec(`ALTER TABLE leases ADD COLUMN asked INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE leases ADD COLUMN seen INTEGER NOT NULL DEFAULT 0`);
    database.exec(`PRAGMA application_id = ${OURS}; PRAGMA user_version = ${SCHEMA}; COMMIT`);
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/** Runs a function in a write transaction, which is undone when it throws. */
export function atomically(database: DatabaseSync, act: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    act();
    database.exec('COMMIT');
  } catch (error) {
    try {
      database.exec('ROLLBACK');
    } catch {
      // SQLite has undone it itself, as on a full disk. Node 22 does not say whether a transaction is open.
    }
    throw error;
  }
}

/** A lease table may be of an earlier version, or have been created a moment ago. */
const hasColumn = (database: DatabaseSync, table: string, column: string): boolean =>
  database.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column) !== undefined;

/** Retries while another console has the file: the change to WAL ignores the busy timeout. */
function retryWhileBusy(act: () => void): void {
  for (let tries = 0; ; tries++) {
    try {
      act();
      return;
    } catch (error) {
      if (!isBusy(error) || tries === 20) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

function refuseForeign(database: DatabaseSync): void {
  const { application_id = 0 } = Pragmas.parse(database.prepare('PRAGMA application_id').get());
  const { user_version = 0 } = Pragmas.parse(database.prepare('PRAGMA user_version').get());
  // Zero is a file that another console has just created and not yet marked.
  if (application_id !== OURS && application_id !== 0) throw new Error('it is not a journal');
  if (user_version > SCHEMA) throw new Error('it was written by a later version of spotdeck');
}
