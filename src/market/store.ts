import type { DatabaseSync, StatementSync } from 'node:sqlite';
import * as z from 'zod';
import { jsonWithBigints } from '../lib/values.ts';
import { damaged, failureOf, openFile } from './database.ts';
import { ApiKeyRecord, BidRecord, InstanceRecord, PoolRecord, SshKeyRecord, VolumeRecord } from './engine/model.ts';
import type { Row, Rows } from './engine/table.ts';
import { addBid, addInstance, emptyWorld, type World } from './engine/world.ts';

const TABLES = ['bids', 'instances', 'volumes', 'ssh_keys', 'api_keys'] as const;
type Table = (typeof TABLES)[number];

/** Values of a world that are not rows: its clock, random numbers and prices. */
const Clock = z.strictObject({
  now: z.number(),
  chance: z.int(),
  serial: z.int(),
  nextSurgeAt: z.number(),
  pools: z.array(PoolRecord),
});

const SavedRow = z.object({ row: z.string() });

/** Storage of a world. Everything is written in one transaction, and is on the disk when `save` returns. */
export type Store = {
  /** The saved world, or null without one. @throws {MarketFailure} `file-damaged`. */
  load(): World | null;
  /** Writes the changes since the last save. @throws {MarketFailure} `file-unusable`. */
  save(world: World): void;
  close(): void;
};

/**
 * Opens the store in a file, or in `:memory:`. `fresh` drops its content.
 * @throws {MarketFailure} the problem with the file, and its solution.
 */
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
  database.exec('CREATE TABLE IF NOT EXISTS clock (id INTEGER PRIMARY KEY CHECK (id = 1), row TEXT NOT NULL) STRICT');
  if (fresh) for (const table of [...TABLES, 'clock']) database.exec(`DELETE FROM ${table}`);
  database.exec('COMMIT');
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
        setClock.run(jsonWithBigints(clockOf(world)));
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

/** After some failures, such as a full disk, SQLite has already rolled back and reports an error. */
function rollBack(database: DatabaseSync): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // The transaction has already ended, as intended.
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
  return world;
}

/** The rows of a table, oldest first, so that each is added at the end. */
function rowsOf<Kind extends Row>(database: DatabaseSync, table: Table, of: z.ZodType<Kind>): Kind[] {
  const saved = database.prepare(`SELECT row FROM ${table}`).all();
  const rows = saved.map((record) => of.parse(JSON.parse(SavedRow.parse(record).row)));
  return rows.sort((a, b) => a.createdAt - b.createdAt);
}
