import { readFileSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { recordsIn } from '../../src/journal/access.ts';
import { openDatabase } from '../../src/journal/database.ts';
import { openJournal } from '../../src/journal/journal.ts';
import { keyOf } from '../../src/journal/scope.ts';
import type { Tables } from '../../src/journal/tables.ts';
import { DAY_MS } from '../../src/lib/duration.ts';
import { serviceResources } from '../../src/resources/index.ts';
import { NOON } from '../store/hand-clock.ts';
import { bid } from '../store/made.ts';
import { oldJournal } from './fixtures/unpacked.ts';
import { HERE, noted } from './scope.ts';
import { all, newPath, opened, snapshotOf } from './snapshots.ts';

/** Tables of a feature that only this test has: marks of projects, and the letters of each mark, without a scope of their own. */
const marks: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS marks (id INTEGER PRIMARY KEY, scope TEXT NOT NULL, at INTEGER NOT NULL, kept INTEGER NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS letters (mark INTEGER NOT NULL, letter TEXT NOT NULL) STRICT;
  `,
  columns: 'SELECT id, scope, at, kept FROM marks LIMIT 0; SELECT mark, letter FROM letters LIMIT 0',
  migrations: [
    { before: 6, table: 'marks', column: 'kept', sql: 'ALTER TABLE marks ADD COLUMN kept INTEGER NOT NULL DEFAULT 1' },
  ],
  prune: [{ sql: 'DELETE FROM marks WHERE at < ?1', ageMs: DAY_MS }],
  forget: 'DELETE FROM letters WHERE mark IN (SELECT id FROM marks WHERE substr(scope, 1, length(?1)) = ?1)',
  afterLoss: { sql: 'UPDATE marks SET kept = 0 WHERE at <= ?1', sentence: 'Its marks count no more.' },
  withoutFile: 'no mark is kept',
};

const withMarks = recordsIn('marks', ({ database, read, inFile, now }) => {
  const put = database.prepare('INSERT INTO marks (scope, at, kept) VALUES (?, ?, 1) RETURNING id');
  const putLetter = database.prepare('INSERT INTO letters VALUES (?, ?)');
  const getAll = database.prepare('SELECT at, kept FROM marks ORDER BY id');
  const getLetters = database.prepare('SELECT letter FROM letters');
  return {
    mark: (letter: string): boolean =>
      inFile(() => void putLetter.run(put.get(keyOf(HERE), now())?.['id'] ?? 0, letter)),
    marks: () => read(() => getAll.all().map(({ at, kept }) => [at, kept])),
    letters: () => read(() => getLetters.all().map(({ letter }) => letter)),
  };
});

function openedWithMarks(path: string, now = (): number => NOON) {
  const journal = withMarks(openJournal(path, now, serviceResources, [marks]));
  onTestFinished(journal.close);
  return journal;
}

const bringUpToDate = (path: string): void => openJournal(path, () => NOON, serviceResources, []).close();

test('a feature keeps its records in tables of its own, which a file of every journal gets', () => {
  const path = oldJournal('journal-6.db');
  const journal = openedWithMarks(path);
  expect(journal.mark('a')).toBe(true);
  expect([journal.marks(), journal.letters()]).toEqual([[[NOON, 1]], ['a']]);
  // A program without the feature uses the same file.
  const other = opened(path);
  expect(other.warning()).toBeNull();
});

test('a file whose table of that name has other columns is not used', () => {
  const path = newPath();
  const other = new DatabaseSync(path);
  other.exec('CREATE TABLE letters (number INTEGER)');
  other.close();
  expect(openedWithMarks(path).warning()).toContain('events are kept in memory and no mark is kept.');
});

test('a file of an earlier version gets the columns that its tables lack', () => {
  const path = newPath();
  bringUpToDate(path);
  const other = new DatabaseSync(path);
  other.exec('CREATE TABLE marks (id INTEGER PRIMARY KEY, scope TEXT NOT NULL, at INTEGER NOT NULL) STRICT');
  other.prepare('INSERT INTO marks (scope, at) VALUES (?, ?)').run(keyOf(HERE), NOON);
  other.exec('PRAGMA user_version = 5');
  other.close();
  const journal = openedWithMarks(path);
  expect([journal.warning(), journal.marks()]).toEqual([null, [[NOON, 1]]]);
});

test('old records are deleted with the old events', () => {
  let now = NOON;
  const path = newPath();
  openedWithMarks(path, () => now).mark('a');
  now += 2 * DAY_MS;
  const journal = openedWithMarks(path, () => now);
  journal.mark('b');
  journal.record(HERE, 'bids', snapshotOf('bids', now, [bid('a')]));
  expect(journal.marks()).toEqual([[now, 1]]);
});

test('a service that was started anew loses its records, those that no table has a scope for too', () => {
  const path = newPath();
  const journal = openedWithMarks(path);
  journal.mark('a');
  journal.forget('another');
  expect(journal.letters()).toEqual(['a']);
  journal.forget(HERE.service);
  expect([journal.marks(), journal.letters()]).toEqual([[], []]);
});

test('what a program without a feature knows nothing of is forgotten with a service all the same; who works now stays', () => {
  const path = oldJournal('journal-6.db');
  const journal = openJournal(path, () => NOON, serviceResources, []);
  journal.forget(HERE.service);
  journal.close();
  const database = new DatabaseSync(path);
  onTestFinished(() => database.close());
  const count = (table: string) => database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows'];
  for (const table of ['entries', 'reads', 'rows', 'samples', 'claims', 'idle_seen', 'sets', 'step_bids', 'observed'])
    expect([table, count(table)]).toEqual([table, 0]);
  for (const table of ['rules', 'rule_actions', 'notifications']) expect([table, count(table)]).toEqual([table, 0]);
  expect(count('leases')).toBe(2);
});

test('after a loss a feature does in the file that is there what it has to, and says so', () => {
  const path = newPath();
  let now = NOON;
  const journal = openedWithMarks(path, () => now);
  journal.mark('a');
  const database = new DatabaseSync(path);
  database.exec(`VACUUM INTO '${path}.backup'`);
  database.close();
  now += 1000;
  renameSync(`${path}.backup`, path);
  expect(journal.marks()).toEqual([[NOON, 0]]);
  expect(journal.news()).toMatch(/while it was in use\. Its marks count no more\.$/);
});

test('an error that has undone the transaction is said, and not that there is none to undo', () => {
  const broken = { ...marks, create: 'ROLLBACK; SELECT 1 FROM nowhere' };
  expect(() => openDatabase(':memory:', [broken])).toThrow('no such table: nowhere');
});

describe('a file of the version before', () => {
  test('gets the names of today, and keeps its rows', () => {
    const path = oldJournal('journal-6.db');
    const journal = opened(path);
    expect([journal.warning(), all(journal)]).toEqual([null, expect.arrayContaining(['done: Paused bid dev'])]);
    expect(journal.askedAt(HERE, 'bids')).toBe(NOON - 30_000);
    for (const at of [NOON - 1, NOON])
      journal.record(HERE, 'bids', snapshotOf('bids', at, [bid('train', { status: 'Paused' })]));
    expect(all(journal).slice(-2)).toEqual(['train status: Allocated > Paused', 'dev gone']);
  });

  test('that a program of that version was opening meanwhile, and has marked as its own, keeps its rows', () => {
    const path = oldJournal('journal-6.db');
    bringUpToDate(path);
    const before = new DatabaseSync(path);
    before.exec(`CREATE TABLE events (id INTEGER PRIMARY KEY AUTOINCREMENT, scope TEXT NOT NULL, told TEXT NOT NULL) STRICT;
      CREATE TABLE looks (
        scope TEXT, list TEXT, asked INTEGER NOT NULL, version INTEGER NOT NULL, began INTEGER NOT NULL, PRIMARY KEY (scope, list)
      ) STRICT, WITHOUT ROWID; PRAGMA user_version = 6`);
    before.close();
    const journal = opened(path);
    expect([journal.warning(), journal.askedAt(HERE, 'bids')]).toEqual([null, NOON - 30_000]);
    expect(all(journal)).toContain('done: Paused bid dev');
  });

  test('says in a program of that version which has it open that it is not used, and lets no rule of it act', () => {
    const path = oldJournal('journal-6.db');
    const before = new DatabaseSync(path);
    onTestFinished(() => before.close());
    const statements = [
      'SELECT * FROM events WHERE id > 0 ORDER BY id',
      'INSERT INTO events (scope, at, by, told) VALUES (0, 0, 0, 0)',
      'SELECT asked, version, began FROM looks',
      'SELECT holder, beats, at, runs, asked, seen FROM leases',
    ].map((sql) => before.prepare(sql));
    bringUpToDate(path);
    for (const statement of statements) expect(() => statement.all()).toThrow(/no such (table|column)/);
  });
});

test('a file of version 7 keeps its entries, which were a table, and what counts their identifiers', () => {
  const path = newPath();
  bringUpToDate(path);
  const before = new DatabaseSync(path);
  before.exec(`DROP VIEW entries; DROP TABLE packed_entries; DROP TABLE entry_subjects; DROP TABLE entry_texts;
    CREATE TABLE entries (
      id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT UNIQUE, scope TEXT NOT NULL, at INTEGER NOT NULL, since INTEGER,
      fid TEXT, bid TEXT, by TEXT NOT NULL, payload TEXT NOT NULL
    ) STRICT;
    CREATE INDEX events_of_row ON entries (scope, fid);
    CREATE INDEX events_of_bid ON entries (scope, bid);
    CREATE INDEX events_by_time ON entries (at);
    PRAGMA user_version = 7`);
  const lost = { kind: 'seen', list: 'instances', fid: 'i', name: 'i', bid: 'b', bidName: 'b', change: 'lost' };
  const nothing = { field: null, from: null, to: null };
  const own = noted('operator', 'done', 'Pause ,"change":" b');
  const rows = [
    [3, null, keyOf(HERE), NOON, NOON - 2000, 'i', 'b', 'x', JSON.stringify({ ...lost, ...nothing })],
    [5, 'x:1', keyOf(HERE), NOON, null, null, null, 'x', JSON.stringify(own)],
    [6, null, keyOf(HERE), NOON, null, null, null, 'x', 'no payload'],
    [9, null, keyOf({ ...HERE, project: '' }), NOON, null, null, null, 'y', JSON.stringify(own)],
  ] as const;
  const put = before.prepare('INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  for (const row of rows) put.run(...row);
  before.exec('DELETE FROM entries WHERE id = 9');
  before.close();
  const journal = opened(path);
  const file = new DatabaseSync(path);
  onTestFinished(() => file.close());
  expect(
    file
      .prepare('SELECT * FROM entries ORDER BY id')
      .all()
      .map((row) => Object.values(row)),
  ).toEqual(rows.slice(0, 3));
  expect(journal.ofRows([{ scope: HERE, fid: 'b' }], 0)).toHaveLength(1);
  journal.note(HERE, 'next', NOON, own);
  expect(journal.after([HERE], 6)).toMatchObject([{ id: 10 }]);
});

describe('a file of a later version', () => {
  const changeFile = (path: string): void => {
    const later = new DatabaseSync(path);
    later.exec('ALTER TABLE rows RENAME COLUMN fields TO content; PRAGMA user_version = 9');
    later.close();
  };

  test('is left alone', () => {
    const path = oldJournal('journal-6.db');
    bringUpToDate(path);
    changeFile(path);
    const before = readFileSync(path);
    const journal = openedWithMarks(path);
    expect(journal.warning()).toContain("can't be used: it was written by a later version of spotdeck.");
    expect(journal.mark('a')).toBe(false);
    expect(readFileSync(path)).toEqual(before);
  });

  test('that was of this one when it was opened is not used any more, and the operator reads why', () => {
    const path = oldJournal('journal-6.db');
    const journal = openedWithMarks(path);
    expect(journal.mark('a')).toBe(true);
    changeFile(path);
    expect(journal.mark('b')).toBe(false);
    expect(journal.warning()).toBe(
      `The journal ${path} was changed by a later version of spotdeck while it was in use, and can't be used: it was written by a later version of spotdeck. Until it can, events are kept in memory and no mark is kept.`,
    );
    journal.note(HERE, 'n', NOON, noted('operator', 'done', 'kept'));
    expect(all(journal)).toEqual(['done: kept']);
  });
});
