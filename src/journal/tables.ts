import type { DatabaseSync } from 'node:sqlite';

/** Tables of the journal's file: those that every journal has, and those that a feature brings. */
export type Tables = {
  /** SQL that creates the tables and indexes that are missing. */
  readonly create: string;
  /** Statements that read no row, and fail in a file whose tables of these names have other columns. */
  readonly columns: string;
  /** What an earlier version of the file lacks, the oldest version first. */
  readonly migrations?: readonly Migration[];
  /** Rows that are deleted when they are old. */
  readonly prune?: readonly Prune[];
  /** SQL that deletes the rows of scopes that begin with `?1` from tables without a column `scope`, before the others. */
  readonly forget?: string;
  /** What is done in the file that is used after another one was lost. */
  readonly afterLoss?: AfterLoss;
  /** A clause that says what is not done while no file can be used: "no notification is sent". */
  readonly withoutFile?: string;
};

/** Changes a file of a version before `before` whose table has not this column yet. */
type Migration = {
  readonly before: number;
  readonly table: string;
  readonly column: string;
  readonly sql: string;
};

/** SQL that deletes what is older than `?1`, a time that lies `ageMs` milliseconds back. */
type Prune = { readonly sql: string; readonly ageMs: number };

/** SQL with the last time at which the lost file was at its place as `?1`, in milliseconds since 1970; and a sentence about it. */
type AfterLoss = { readonly sql: string; readonly sentence: string };

/** The tables of every journal. */
export const journalTables: Tables = {
  create: `
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
    CREATE TABLE IF NOT EXISTS claims (
      scope TEXT, what TEXT, at INTEGER NOT NULL, PRIMARY KEY (scope, what)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS leases (
      scope TEXT PRIMARY KEY, holder TEXT NOT NULL, beats INTEGER NOT NULL, at INTEGER NOT NULL, runs TEXT NOT NULL,
      asked INTEGER NOT NULL DEFAULT 0, seen INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
  `,
  columns: `
    SELECT id, key, scope, at, since, fid, bid, by, told FROM events LIMIT 0;
    SELECT scope, list, asked, version, began FROM looks LIMIT 0;
    SELECT scope, list, fid, facts, asked FROM rows LIMIT 0;
    SELECT scope, slot, at, running, cost FROM samples LIMIT 0;
    SELECT scope, what, at FROM claims LIMIT 0;
    SELECT scope, holder, beats, at, runs, asked, seen FROM leases LIMIT 0;
  `,
  migrations: [
    {
      ...{ before: 2, table: 'rows', column: 'asked' },
      sql: 'ALTER TABLE rows ADD COLUMN asked INTEGER NOT NULL DEFAULT 0',
    },
    {
      ...{ before: 6, table: 'leases', column: 'asked' },
      sql: `ALTER TABLE leases ADD COLUMN asked INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE leases ADD COLUMN seen INTEGER NOT NULL DEFAULT 0`,
    },
  ],
};

/** Creates the tables that are missing, in the transaction of the caller, and changes those of a file of an earlier version. */
export function createTables(database: DatabaseSync, tables: readonly Tables[], version: number): void {
  for (const { create } of tables) database.exec(create);
  // A new file has no version yet, and a table of an earlier one may have been created a moment ago.
  for (const { before, table, column, sql } of tables.flatMap(({ migrations = [] }) => migrations))
    if (version > 0 && version < before && !hasColumn(database, table, column)) database.exec(sql);
}

const hasColumn = (database: DatabaseSync, table: string, column: string): boolean =>
  database.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column) !== undefined;
