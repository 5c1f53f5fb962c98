import { chmodSync, closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import * as z from 'zod';
import {
  ApiKeyRecord,
  BidRecord,
  InstanceRecord,
  PoolRecord,
  SshKeyRecord,
  VolumeRecord,
} from './engine/records.ts';
import type { Row, Rows } from './engine/rows.ts';
import { addBid, addInstance, emptyWorld, type World } from './engine/world.ts';
import { MarketFailure } from './failure.ts';

/** The version of the tables. A file of a later one is left alone. */
const SCHEMA = 1;

const TABLES = ['bids', 'instances', 'volumes', 'ssh_keys', 'api_keys'] as const;
type Table = (typeof TABLES)[number];

/** What of a world is not a row: its clock, its chance, its prices. */
const Clock = z.strictObject({
  now: z.number(),
  chance: z.int(),
  serial: z.int(),
  nextSurgeAt: z.number(),
  pools: z.array(PoolRecord),
});

const Saved = z.object({ row: z.string() });

/** The market's file. Everything is written in one transaction, and on the disk when `save` returns. */
export type Store = {
  /** The saved world, or null when the file is new. */
  load(): World | null;
  /** Writes what changed since the last time. @throws {MarketFailure} `file-unusable`. */
  save(world: World): void;
  close(): void;
};

/**
 * Opens the market's file, or makes it readable by its owner alone; `:memory:` keeps nothing. `fresh` drops
 * what was there.
 * @throws {MarketFailure} `file-unusable`, `file-in-use`, `file-newer` or `file-damaged`, with what to do instead.
 */
export function openStore(path: string, fresh: boolean): Store {
  try {
    if (path !== ':memory:') prepareFile(path);
    return open(path, fresh);
  } catch (cause) {
    const failure = failureOf(path, cause);
    const startsOver = fresh && (failure.kind === 'file-damaged' || failure.kind === 'file-newer');
    if (!startsOver) throw failure;
  }
  try {
    for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
    prepareFile(path);
    return open(path, fresh);
  } catch (cause) {
    throw failureOf(path, cause);
  }
}

function prepareFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // SQLite would make the file with the mode the umask leaves; it gives its companions the mode of the file.
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

function open(path: string, fresh: boolean): Store {
  const database = new DatabaseSync(path);
  try {
    return storeOn(database, path, fresh);
  } catch (cause) {
    database.close();
    throw cause;
  }
}

function storeOn(database: DatabaseSync, path: string, fresh: boolean): Store {
  // FULL: a commit is on the disk before the request is answered.
  // EXCLUSIVE: two markets on one file would each write their own world over the other's.
  database.exec('PRAGMA busy_timeout = 500; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  const version = z.object({ user_version: z.int() }).parse(database.prepare('PRAGMA user_version').get());
  if (version.user_version > SCHEMA) {
    throw new MarketFailure(
      'file-newer',
      `The market's file ${path} was written by a later version of spotdeck. Update spotdeck, or give another file, or --db :memory: to keep nothing.`,
    );
  }
  database.exec('BEGIN IMMEDIATE');
  for (const table of TABLES) {
    database.exec(`CREATE TABLE IF NOT EXISTS ${table} (fid TEXT PRIMARY KEY, row TEXT NOT NULL) STRICT, WITHOUT ROWID`);
  }
  database.exec('CREATE TABLE IF NOT EXISTS clock (id INTEGER PRIMARY KEY CHECK (id = 1), row TEXT NOT NULL) STRICT');
  if (fresh) for (const table of [...TABLES, 'clock']) database.exec(`DELETE FROM ${table}`);
  database.exec(`PRAGMA user_version = ${SCHEMA}; COMMIT`);
  const writers = new Map(TABLES.map((table) => [table, writerOf(database, table)]));
  const setClock = database.prepare('INSERT OR REPLACE INTO clock (id, row) VALUES (1, ?)');
  return {
    load: () => {
      try {
        return loadWorld(database);
      } catch (cause) {
        throw damaged(path, cause);
      }
    },
    save: (world) => {
      let begun = false;
      try {
        database.exec('BEGIN IMMEDIATE');
        begun = true;
        for (const [table, rows] of tablesOf(world)) writeRows(rows, writers.get(table));
        setClock.run(asText(clockOf(world)));
        database.exec('COMMIT');
      } catch (cause) {
        if (begun) rollBack(database);
        throw failureOf(path, cause);
      }
      for (const [, rows] of tablesOf(world)) rows.saved();
    },
    close: () => database.close(),
  };
}

/** After some failures, a full disk among them, SQLite has rolled back by itself and says so with an error. */
function rollBack(database: DatabaseSync): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // There is no transaction left, which is what was wanted.
  }
}

type Writer = { readonly put: StatementSync; readonly drop: StatementSync };

function writerOf(database: DatabaseSync, table: Table): Writer {
  return {
    put: database.prepare(`INSERT OR REPLACE INTO ${table} (fid, row) VALUES (?, ?)`),
    drop: database.prepare(`DELETE FROM ${table} WHERE fid = ?`),
  };
}

function writeRows(rows: Rows<Row>, writer: Writer | undefined): void {
  for (const fid of rows.unsaved) {
    const row = rows.get(fid);
    if (row === undefined) writer?.drop.run(fid);
    else writer?.put.run(fid, asText(row));
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
  const clock = Clock.parse(JSON.parse(Saved.parse(found).row));
  const world = emptyWorld(clock.now, clock.chance, clock.pools);
  world.serial = clock.serial;
  world.nextSurgeAt = clock.nextSurgeAt;
  const rowsOf = <Of extends z.ZodType>(table: Table, of: Of): z.output<Of>[] =>
    database.prepare(`SELECT row FROM ${table}`).all().map((saved) => of.parse(JSON.parse(Saved.parse(saved).row)));
  for (const row of byAge(rowsOf('volumes', VolumeRecord))) world.volumes.add(row);
  for (const row of byAge(rowsOf('ssh_keys', SshKeyRecord))) world.sshKeys.add(row);
  for (const row of byAge(rowsOf('api_keys', ApiKeyRecord))) world.apiKeys.add(row);
  for (const row of byAge(rowsOf('bids', BidRecord))) addBid(world, row);
  for (const row of byAge(rowsOf('instances', InstanceRecord))) addInstance(world, row);
  for (const [, rows] of tablesOf(world)) rows.saved();
  return world;
}

/** Oldest first, so that each row is added at the end. */
function byAge<Of extends Row>(rows: Of[]): Of[] {
  return rows.sort((a, b) => a.createdAt - b.createdAt);
}

function asText(row: unknown): string {
  return JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/** The codes of SQLite that say more than that something failed. */
const Coded = z.object({ errcode: z.int() });
const BUSY = 5;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

function failureOf(path: string, cause: unknown): MarketFailure {
  if (cause instanceof MarketFailure) return cause;
  const code = (Coded.safeParse(cause).data?.errcode ?? 0) & 0xff;
  if (code === CORRUPT || code === NOT_A_DATABASE) return damaged(path, cause);
  if (code === BUSY) {
    const sentence = `The market's file ${path} is in use by another market. Stop that one, or give another file, or --db :memory: to keep nothing.`;
    return new MarketFailure('file-in-use', sentence, cause);
  }
  const why = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
  const sentence = `The market's file ${path} can't be used: ${why}. Give another file, or --db :memory: to keep nothing.`;
  return new MarketFailure('file-unusable', sentence, cause);
}

function damaged(path: string, cause: unknown): MarketFailure {
  const sentence = `The market's file ${path} is damaged and can't be read. Start over with --fresh, or give another file, or --db :memory: to keep nothing.`;
  return new MarketFailure('file-damaged', sentence, cause);
}
