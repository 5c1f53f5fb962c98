import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MarketFailure } from '../../src/market/errors.ts';
import { openMarket } from './caller.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'market-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function failureOf(options: object): Promise<MarketFailure> {
  try {
    const caller = await openMarket(options);
    await caller.market.stop();
  } catch (cause) {
    if (cause instanceof MarketFailure) return cause;
    throw cause;
  }
  throw new Error('The market started.');
}

test('a file that can’t be written is reported with a solution', async () => {
  const blocked = join(folder, 'a-file');
  writeFileSync(blocked, '');
  const failure = await failureOf({ db: join(blocked, 'market.db') });
  expect(failure.kind).toBe('file-unusable');
  expect(failure.message).toMatch(
    /^The market's file \S+ can't be used: .+\. Give another file, or --db :memory: to keep nothing\.$/,
  );
  mkdirSync(join(folder, 'a-folder'));
  expect((await failureOf({ db: join(folder, 'a-folder') })).kind).toBe('file-unusable');
});

test('a read-only file is reported with a solution', async (context) => {
  if (process.getuid?.() === 0) context.skip('root may write everywhere');
  const db = join(folder, 'market.db');
  await (await openMarket({ db })).market.stop();
  chmodSync(folder, 0o500);
  const failure = await failureOf({ db: join(folder, 'other.db') });
  chmodSync(folder, 0o700);
  expect([failure.kind, failure.message]).toEqual(['file-unusable', expect.stringContaining(':memory:')]);
});

/** Nobody: a user that is neither the one of the tests nor the administrator. */
const OTHER = 65_534;

test('a link or a file of another user is not used, and the reason is said', async (context) => {
  if (process.geteuid?.() !== 0) context.skip();
  const [target, link, file] = ['target', 'link', 'file'].map((name) => join(folder, name));
  symlinkSync(target ?? '', link ?? '');
  lchownSync(link ?? '', OTHER, OTHER);
  const failure = await failureOf({ db: link });
  expect(failure.message).toContain(`can't be used: it is a symbolic link of another user.`);
  expect(existsSync(target ?? '')).toBe(false);
  writeFileSync(file ?? '', '');
  chownSync(file ?? '', OTHER, OTHER);
  expect((await failureOf({ db: file, fresh: true })).message).toContain('it belongs to another user.');
});

test('a file of a later version is not touched, unless the market starts over', async () => {
  const db = join(folder, 'market.db');
  await (await openMarket({ db })).market.stop();
  change(db, 'PRAGMA user_version = 99');
  const newer = await failureOf({ db });
  expect([newer.kind, newer.message]).toEqual(['file-newer', expect.stringContaining('later version')]);
  await (await openMarket({ db, fresh: true })).market.stop();
  await (await openMarket({ db })).market.stop();
});

test('a file that is not a market’s is never touched, also when the market starts over', async () => {
  const text = join(folder, 'thesis.txt');
  writeFileSync(text, 'this is no database, and long enough to be sure of it '.repeat(100), { mode: 0o644 });
  const other = join(folder, 'other.db');
  change(other, 'CREATE TABLE mine (x); INSERT INTO mine VALUES (1)');
  for (const db of [text, other]) {
    const before = readFileSync(db);
    for (const fresh of [false, true]) expect((await failureOf({ db, fresh })).kind).toBe('file-foreign');
    expect(readFileSync(db).equals(before)).toBe(true);
    expect(statSync(db).mode & 0o777).toBe(0o644);
  }
});

test('an empty file becomes the market’s, and a file that others could read becomes private', async () => {
  const db = join(folder, 'market.db');
  writeFileSync(db, '', { mode: 0o644 });
  await (await openMarket({ db })).market.stop();
  expect(statSync(db).mode & 0o777).toBe(0o600);
});

test('a file damaged in the middle is reported, and replaced when the market starts over', async () => {
  const db = join(folder, 'market.db');
  await (await openMarket({ db })).market.stop();
  const bytes = readFileSync(db);
  bytes.fill(0xee, 100, 4096);
  writeFileSync(db, bytes);
  expect((await failureOf({ db })).kind).toBe('file-damaged');
  await (await openMarket({ db, fresh: true })).market.stop();
});

function change(db: string, sql: string): void {
  const database = new DatabaseSync(db);
  database.exec(sql);
  database.close();
}

test('unreadable rows are reported as damage', async () => {
  const db = join(folder, 'market.db');
  await (await openMarket({ db })).market.stop();
  change(db, `UPDATE bids SET row = '{"fid":"x"}'`);
  expect((await failureOf({ db })).kind).toBe('file-damaged');
});

test('a second market on the same file is rejected, also when it would start over', async () => {
  const db = join(folder, 'market.db');
  await using caller = await openMarket({ db });
  for (const fresh of [false, true]) expect((await failureOf({ db, fresh })).kind).toBe('file-in-use');
  expect((await caller.get('/v2/api-keys')).status).toBe(200);
});

test('a port that is taken is reported', async () => {
  await using caller = await openMarket();
  const port = Number(new URL(caller.market.origin).port);
  const failure = await failureOf({ port });
  expect([failure.kind, failure.message]).toEqual([
    'port-taken',
    `Port ${port} is taken by another program. Give another --port.`,
  ]);
});
