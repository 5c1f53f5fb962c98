import type { DatabaseSync } from 'node:sqlite';
import type { OwnFields } from '../changes/change-event.ts';
import { ENTRY_TABLES, MOVE_ENTRIES } from './entry-tables.ts';

export type Tables = {
  readonly create: string;
  /** Reads no rows, and fails if the columns differ. */
  readonly columns: string;
  /** Former names, the oldest version first. */
  readonly renames?: readonly Rename[];
  /** Moves rows out of tables named by `renames`. */
  readonly moves?: readonly { readonly table: string; readonly sql: string }[];
  /** Additions to earlier files, the oldest version first. */
  readonly migrations?: readonly Migration[];
  readonly fields?: OwnFields;
  readonly prune?: readonly Prune[];
  /** For tables without a column `scope`; `?1` begins the scopes. */
  readonly forget?: string;
  readonly afterLoss?: AfterLoss;
  readonly withoutFile?: string;
};

/** A name in files before version `before`. */
type Rename = { readonly before: number; readonly table: string; readonly column?: string; readonly to: string };

type Migration = {
  readonly before: number;
  readonly table: string;
  readonly column: string;
  readonly sql: string;
};

/** `?1` is the time `ageMs` milliseconds ago. */
type Prune = { readonly sql: string; readonly ageMs: number };

/** `?1` is the last time the lost file was at its place, in milliseconds since 1970. */
type AfterLoss = { readonly sql: string; readonly sentence: string };

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
  // An earlier version with the file open then fails, so none of its rules acts.
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

export function createTables(database: DatabaseSync, tables: readonly Tables[], version: number): void {
  // A new file has no version yet.
  for (const rename of tables.flatMap(({ renames = [] }) => renames))
    if (version > 0 && version < rename.before) giveName(database, rename);
  for (const { create } of tables) database.exec(create);
  for (const { table, sql } of tables.flatMap(({ moves = [] }) => moves))
    if (hasTable(database, table)) database.exec(sql);
  // It may have been created a moment ago by an earlier version.
  for (const { before, table, column, sql } of tables.flatMap(({ migrations = [] }) => migrations))
    if (version > 0 && version < before && !hasColumn(database, table, column)) database.exec(sql);
}

/** An earlier version opening the file meanwhile made an empty table of the old name, and set the version back. */
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
