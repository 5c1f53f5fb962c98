import { chmodSync, rmSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import * as z from 'zod';
import { prepareFile } from '../lib/files.ts';
import { describeError } from '../lib/os-error.ts';
import { jsonWithBigints } from '../lib/values.ts';
import { withoutPeriod } from '../lib/words.ts';

import { BidEntry, PriceEntry, StateEntry } from './engine/history.ts';
import type { Log } from './engine/log.ts';
import { ApiKeyRecord, BidRecord, InstanceRecord, PoolRecord, SshKeyRecord, VolumeRecord } from './engine/model.ts';
import { addBid, addInstance, emptyWorld, type Row, type Rows, type World } from './engine/world.ts';
import { MarketFailure, type MarketFailureKind } from './errors.ts';

const TABLES = ['bids', 'instances', 'volumes', 'ssh_keys', 'api_keys'] as const;
type Table = (typeof TABLES)[number];

/** What happened, by number. */
const LOGS = ['past_prices', 'past_bids', 'past_states'] as const;
type LogTable = (typeof LOGS)[number];

/** State of the world that is in no table of rows. */
const Clock = z.strictObject({
  now: z.number(),
  chance: z.int(),
  serial: z.int(),
  nextSurgeAt: z.number(),
  pools: z.array(PoolRecord),
});

const SavedRow = z.object({ row: z.string() });
const SavedEntry = SavedRow.extend({ n: z.int() });

export type Store = {
  /** @throws {MarketFailure} `file-damaged` */
  load(): World | null;
  /** Writes the changes in one transaction, onto the disk. @throws {MarketFailure} `file-unusable` */
  save(world: World): void;
  close(): void;
};

/** `fresh` drops the content. @throws {MarketFailure} */
export function openStore(path: string, fresh: boolean): Store {
  const database = openFile(path, fresh);
  try {
    return storeOn(database, path, fresh);
  } catch (cause) {
    database.close();
    throw failureOf(path, cause);
  }
}

function storeOn(database: DatabaseSync, path: string, fresh: boolean): Store {
  database.exec('BEGIN IMMEDIATE');
  for (const table of TABLES) {
    database.exec(`CREATE TABLE IF NOT EXISTS ${table} (fid TEXT PRIMARY KEY, row TEXT NOT NULL) STRICT`);
  }
  for (const table of LOGS) {
    database.exec(`CREATE TABLE IF NOT EXISTS ${table} (n INTEGER PRIMARY KEY, row TEXT NOT NULL) STRICT`);
  }
  database.exec('CREATE TABLE IF NOT EXISTS clock (id INTEGER PRIMARY KEY CHECK (id = 1), row TEXT NOT NULL) STRICT');
  if (fresh) for (const table of [...TABLES, ...LOGS, 'clock']) database.exec(`DELETE FROM ${table}`);
  database.exec('COMMIT');
  const writers = new Map(TABLES.map((table) => [table, writerOf(database, table)]));
  const logWriters = new Map(LOGS.map((table) => [table, logWriterOf(database, table)]));
  const setClock = database.prepare('INSERT OR REPLACE INTO clock (id, row) VALUES (1, ?)');
  return {
    load: () => {
      try {
        return loadWorld(database);
      } catch (cause) {
        throw damageFailure(path, cause);
      }
    },
    save: (world) => {
      let begun = false;
      try {
        database.exec('BEGIN IMMEDIATE');
        begun = true;
        for (const [table, rows] of tablesOf(world)) writeRows(rows, writers.get(table));
        for (const [table, log] of logsOf(world)) writeLog(log, logWriters.get(table));
        setClock.run(jsonWithBigints(clockOf(world)));
        database.exec('COMMIT');
      } catch (cause) {
        if (begun) rollBack(database);
        throw failureOf(path, cause);
      }
      for (const [, rows] of tablesOf(world)) rows.saved();
      for (const [, log] of logsOf(world)) log.saved();
    },
    close: () => database.close(),
  };
}

/** SQLite may have rolled back already, as after a full disk. */
function rollBack(database: DatabaseSync): void {
  try {
    database.exec('ROLLBACK');
  } catch {}
}

type Writer = { readonly put: StatementSync; readonly drop: StatementSync };

function writerOf(database: DatabaseSync, table: Table): Writer {
  return {
    put: database.prepare(`INSERT OR REPLACE INTO ${table} (fid, row) VALUES (?, ?)`),
    drop: database.prepare(`DELETE FROM ${table} WHERE fid = ?`),
  };
}

function logWriterOf(database: DatabaseSync, table: LogTable): Writer {
  return {
    put: database.prepare(`INSERT OR REPLACE INTO ${table} (n, row) VALUES (?, ?)`),
    drop: database.prepare(`DELETE FROM ${table} WHERE n < ?`),
  };
}

function writeLog(log: Log<unknown>, writer: Writer | undefined): void {
  const { from, entries } = log.unsaved;
  if (entries.length === 0) return;
  for (const [n, entry] of entries.entries()) writer?.put.run(from + n, jsonWithBigints(entry));
  writer?.drop.run(log.first);
}

function logsOf({ history }: World): readonly (readonly [LogTable, Log<unknown>])[] {
  return [
    ['past_prices', history.prices],
    ['past_bids', history.bids],
    ['past_states', history.states],
  ];
}

function writeRows(rows: Rows<Row>, writer: Writer | undefined): void {
  for (const fid of rows.unsaved) {
    const row = rows.get(fid);
    if (row === undefined) writer?.drop.run(fid);
    else writer?.put.run(fid, jsonWithBigints(row));
  }
}

function tablesOf(world: World): readonly (readonly [Table, Rows<Row>])[] {
  return [
    ['bids', world.bids],
    ['instances', world.instances],
    ['volumes', world.volumes],
    ['ssh_keys', world.sshKeys],
    ['api_keys', world.apiKeys],
  ];
}

function clockOf(world: World): z.output<typeof Clock> {
  const { now, chance, serial, nextSurgeAt } = world;
  const pools = [...world.pools.values()].map(({ held: _, reserved: __, bids: ___, ...pool }) => pool);
  return { now, chance, serial, nextSurgeAt, pools };
}

function loadWorld(database: DatabaseSync): World | null {
  const found = database.prepare('SELECT row FROM clock').get();
  if (found === undefined) return null;
  const clock = Clock.parse(JSON.parse(SavedRow.parse(found).row));
  const world = emptyWorld(clock.now, clock.chance, clock.pools);
  world.serial = clock.serial;
  world.nextSurgeAt = clock.nextSurgeAt;
  for (const row of rowsOf(database, 'volumes', VolumeRecord)) world.volumes.add(row);
  for (const row of rowsOf(database, 'ssh_keys', SshKeyRecord)) world.sshKeys.add(row);
  for (const row of rowsOf(database, 'api_keys', ApiKeyRecord)) world.apiKeys.add(row);
  for (const row of rowsOf(database, 'bids', BidRecord)) addBid(world, row);
  for (const row of rowsOf(database, 'instances', InstanceRecord)) addInstance(world, row);
  for (const [, rows] of tablesOf(world)) rows.saved();
  restoreLog(database, 'past_prices', PriceEntry, world.history.prices);
  restoreLog(database, 'past_bids', BidEntry, world.history.bids);
  restoreLog(database, 'past_states', StateEntry, world.history.states);
  return world;
}

function restoreLog<Entry>(database: DatabaseSync, table: LogTable, of: z.ZodType<Entry>, log: Log<Entry>): void {
  const saved = database
    .prepare(`SELECT n, row FROM ${table} ORDER BY n`)
    .all()
    .map((record) => SavedEntry.parse(record));
  log.restore(
    saved[0]?.n ?? 0,
    saved.map(({ row }) => of.parse(JSON.parse(row))),
  );
}

/** Oldest first: each is added at the end. */
function rowsOf<Kind extends Row>(database: DatabaseSync, table: Table, of: z.ZodType<Kind>): Kind[] {
  const saved = database.prepare(`SELECT row FROM ${table}`).all();
  const rows = saved.map((record) => of.parse(JSON.parse(SavedRow.parse(record).row)));
  return rows.sort((a, b) => a.createdAt - b.createdAt);
}

/** "spdk": no other database is ever written to. */
const OURS = 0x7370646b;

/** A file of a later version is not touched. */
const SCHEMA = 2;

const Pragmas = z.object({ application_id: z.int().optional(), user_version: z.int().optional() });

/** Opens or creates the file, locked and private. `fresh` replaces a damaged or newer one, never a foreign one. @throws {MarketFailure} */
function openFile(path: string, fresh: boolean): DatabaseSync {
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
    // EXCLUSIVE: two markets would overwrite each other's world.
    database.exec('PRAGMA busy_timeout = 500; PRAGMA locking_mode = EXCLUSIVE');
    // First: a market killed here must know its file again.
    if (isNew) database.exec(`PRAGMA application_id = ${OURS}`);
    else refuseForeign(path, database);
    if (path !== ':memory:') chmodSync(path, 0o600);
    // FULL: on the disk before the answer.
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

const CODES = new Map<number, MarketFailureKind>([
  [5, 'file-in-use'],
  [11, 'file-damaged'],
  [26, 'file-foreign'],
]);
const SqliteError = z.object({ errcode: z.int() });

function failureOf(path: string, cause: unknown): MarketFailure {
  if (cause instanceof MarketFailure) return cause;
  const code = (SqliteError.safeParse(cause).data?.errcode ?? 0) & 0xff;
  return failed(CODES.get(code) ?? 'file-unusable', path, cause);
}

/** A damaged file, or a working database with invalid content. */
function damageFailure(path: string, cause: unknown): MarketFailure {
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
