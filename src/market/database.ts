import { chmodSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { prepareFile } from '../lib/files.ts';
import { describeError } from '../lib/os-error.ts';
import { withoutPeriod } from '../lib/words.ts';
import { MarketFailure, type MarketFailureKind } from './errors.ts';

/** Marks a database as a market's, so that no other is ever written to: "spdk". */
const OURS = 0x7370646b;

/** Version of the tables. A file of a later version is not touched. */
const SCHEMA = 1;

const Pragmas = z.object({ application_id: z.int().optional(), user_version: z.int().optional() });

/**
 * Opens the market's file, locked for this process and readable by its owner alone, and creates a
 * missing one. `:memory:` is a database that ends with the process. `fresh` replaces a market's file
 * that is damaged or of a later version; a file that is not a market's is never touched.
 * @throws {MarketFailure} `file-unusable`, `file-in-use`, `file-foreign`, `file-newer` or `file-damaged`.
 */
export function openFile(path: string, fresh: boolean): DatabaseSync {
  try {
    return open(path);
  } catch (cause) {
    const failure = failureOf(path, cause);
    const replaced = fresh && (failure.kind === 'file-damaged' || failure.kind === 'file-newer');
    if (!replaced) throw failure;
  }
  try {
    for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
    return open(path);
  } catch (cause) {
    throw failureOf(path, cause);
  }
}

function open(path: string): DatabaseSync {
  const isNew = path === ':memory:' || prepareFile(path);
  const database = new DatabaseSync(path);
  try {
    // EXCLUSIVE: two markets on one file would overwrite each other's world.
    database.exec('PRAGMA busy_timeout = 500; PRAGMA locking_mode = EXCLUSIVE');
    // The mark is written first: a market killed while it creates its file must recognise it again.
    if (isNew) database.exec(`PRAGMA application_id = ${OURS}`);
    else refuseForeign(path, database);
    if (path !== ':memory:') chmodSync(path, 0o600);
    // FULL: a commit is on the disk before the request is answered.
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA user_version = ${SCHEMA}`);
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

function refuseForeign(path: string, database: DatabaseSync): void {
  const { application_id } = Pragmas.parse(database.prepare('PRAGMA application_id').get());
  if (application_id !== OURS) throw failed('file-foreign', path);
  const { user_version = 0 } = Pragmas.parse(database.prepare('PRAGMA user_version').get());
  if (user_version > SCHEMA) throw failed('file-newer', path);
}

/** SQLite's error codes with a specific failure. */
const CODES = new Map<number, MarketFailureKind>([
  [5, 'file-in-use'],
  [11, 'file-damaged'],
  [26, 'file-foreign'],
]);
const SqliteError = z.object({ errcode: z.int() });

/** The market's failure for an error of the database or the file system. */
export function failureOf(path: string, cause: unknown): MarketFailure {
  if (cause instanceof MarketFailure) return cause;
  const code = (SqliteError.safeParse(cause).data?.errcode ?? 0) & 0xff;
  return failed(CODES.get(code) ?? 'file-unusable', path, cause);
}

/** The failure of a working database with invalid content. */
export function damaged(path: string, cause: unknown): MarketFailure {
  return SqliteError.safeParse(cause).success ? failureOf(path, cause) : failed('file-damaged', path, cause);
}

function failed(kind: MarketFailureKind, path: string, cause?: unknown): MarketFailure {
  return new MarketFailure(kind, `The market's file ${path} ${wayOut(kind, cause)}`, cause);
}

function wayOut(kind: MarketFailureKind, cause: unknown): string {
  const other = 'or give another file, or --db :memory: to keep nothing.';
  switch (kind) {
    case 'file-in-use':
      return `is in use by another console or market. Quit that one, ${other}`;
    case 'file-foreign':
      return `is not a market's file and is left as it is. Give another file, or --db :memory: to keep nothing.`;
    case 'file-newer':
      return `was written by a later version of spotdeck. Update spotdeck, ${other}`;
    case 'file-damaged':
      return `is damaged and can't be read. Start over with --fresh, ${other}`;
    default: {
      return `can't be used: ${withoutPeriod(describeError(cause))}. Give another file, or --db :memory: to keep nothing.`;
    }
  }
}
