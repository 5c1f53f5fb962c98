import type { DatabaseSync } from 'node:sqlite';
import type { OwnFields } from '../changes/change-event.ts';
import { ENTRY_TABLES, MOVE_ENTRIES } from './entry-tables.ts';

/** Tables of the journal's file: those that every journal has, and those that a feature brings. */
export type Tables = {
  /** SQL that creates the tables and indexes that are missing. */
  readonly create: string;
  /** Statements that read no row, and fail in a file whose tables of these names have other columns. */
  readonly columns: string;
  /** What has another name in an earlier version of the file, the oldest version first. */
  readonly renames?: readonly Rename[];
  /** Tables of an earlier version by their names of `renames`, and the SQL that moves their rows into those of today. */
  readonly moves?: readonly { readonly table: string; readonly sql: string }[];
  /** What an earlier version of the file lacks, the oldest version first. */
  readonly migrations?: readonly Migration[];
  /** The schemas of what is kept of changes of its fields. */
  readonly fields?: OwnFields;
  /** Rows that are deleted when they are old. */
  readonly prune?: readonly Prune[];
  /** SQL that deletes the rows of scopes that begin with `?1` from tables without a column `scope`, before the others. */
  readonly forget?: string;
  /** What is done in the file that is used after another one was lost. */
  readonly afterLoss?: AfterLoss;
  /** A clause that says what is not done while no file can be used: "no notification is sent". */
  readonly withoutFile?: string;
};

/** Gives a table, or a column of it, another name in a file of a version before `before`. */
type Rename = { readonly before: number; readonly table: string; readonly column?: string; readonly to: string };

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
    ${ENTRY_TABLES}
    CREATE TABLE IF NOT EXISTS reads (
      scope TEXT, list TEXT, asked INTEGER NOT NULL, version INTEGER NOT NULL, began INTEGER NOT NULL, PRIMARY KEY (scope, list)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS rows (
      scope TEXT, list TEXT, fid TEXT, fields TEXT NOT NULL, asked INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (scope, list, fid)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS samples (
      scope TEXT, slot INTEGER, at INTEGER NOT NULL, running INTEGER NOT NULL, cost INTEGER NOT NULL,
      PRIMARY KEY (scope, slot)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS leases (
      scope TEXT PRIMARY KEY, holder TEXT NOT NULL, renewals INTEGER NOT NULL, at INTEGER NOT NULL, runs TEXT NOT NULL,
      asked INTEGER NOT NULL DEFAULT 0, seen INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
  `,
  columns: `
    SELECT id, key, scope, at, since, fid, bid, by, payload FROM entries LIMIT 0;
    SELECT scope, list, asked, version, began FROM reads LIMIT 0;
    SELECT scope, list, fid, fields, asked FROM rows LIMIT 0;
    SELECT scope, slot, at, running, cost FROM samples LIMIT 0;
    SELECT scope, holder, renewals, at, runs, asked, seen FROM leases LIMIT 0;
  `,
  // All that an earlier version reads and writes: a program of it that has the file open says so, and no rule of it acts any more.
  renames: [
    { before: 7, table: 'events', to: 'entries' },
    { before: 7, table: 'leases', column: 'beats', to: 'renewals' },
    { before: 7, table: 'entries', column: 'told', to: 'payload' },
    { before: 7, table: 'rows', column: 'facts', to: 'fields' },
    { before: 7, table: 'looks', to: 'reads' },
    { before: 8, table: 'entries', to: 'earlier_entries' },
  ],
  moves: [{ table: 'earlier_entries', sql: MOVE_ENTRIES }],
  migrations: [
    {
      before: 2,
      table: 'rows',
      column: 'asked',
      sql: 'ALTER TABLE rows ADD COLUMN asked INTEGER NOT NULL DEFAULT 0',
    },
    {
      before: 6,
      table: 'leases',
      column: 'asked',
      sql: `ALTER TABLE leases ADD COLUMN asked INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE leases ADD COLUMN seen INTEGER NOT NULL DEFAULT 0`,
    },
  ],
};

/** Creates the tables that are missing, in the transaction of the caller, and changes those of a file of an earlier version. */
export function createTables(database: DatabaseSync, tables: readonly Tables[], version: number): void {
  // A new file has no version yet.
  for (const rename of tables.flatMap(({ renames = [] }) => renames))
    if (version > 0 && version < rename.before) giveName(database, rename);
  for (const { create } of tables) database.exec(create);
  for (const { table, sql } of tables.flatMap(({ moves = [] }) => moves))
    if (hasTable(database, table)) database.exec(sql);
  // A table of an earlier version may have been created a moment ago.
  for (const { before, table, column, sql } of tables.flatMap(({ migrations = [] }) => migrations))
    if (version > 0 && version < before && !hasColumn(database, table, column)) database.exec(sql);
}

/**
 * Gives a table or a column its name, if it has the one from before. A program of the earlier version that was opening the file meanwhile has
 * created an empty table of that name beside the one that is in use, and has set the version back.
 */
function giveName(database: DatabaseSync, { table, column, to }: Rename): void {
  if (column !== undefined) {
    if (hasColumn(database, table, column)) database.exec(`ALTER TABLE ${table} RENAME COLUMN ${column} TO ${to}`);
  } else if (hasTable(database, table))
    database.exec(
      hasTable(database, to) || hasView(database, to) ? `DROP TABLE ${table}` : `ALTER TABLE ${table} RENAME TO ${to}`,
    );
}

const hasTable = (database: DatabaseSync, table: string): boolean => has(database, 'table', table);
const hasView = (database: DatabaseSync, view: string): boolean => has(database, 'view', view);
const has = (database: DatabaseSync, type: string, name: string): boolean =>
  database.prepare('SELECT 1 FROM sqlite_schema WHERE type = ? AND name = ?').get(type, name) !== undefined;

const hasColumn = (database: DatabaseSync, table: string, column: string): boolean =>
  database.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column) !== undefined;
