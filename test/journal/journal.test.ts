import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openJournal } from '../../src/journal/journal.ts';
import { serviceResources } from '../../src/resources/index.ts';
import { NOON } from '../store/hand-clock.ts';
import { apiKey, bid, instance, volume } from '../store/made.ts';
import { HERE, noted } from './scope.ts';
import { all, inShort, newPath, opened, snapshotOf } from './snapshots.ts';

const DAY = 86_400_000;

describe('changes between two snapshots are recorded', () => {
  test('the first snapshot of a list records nothing', () => {
    const journal = opened();
    journal.record(HERE, 'bids', snapshotOf('bids', NOON, [bid('a')]));
    expect(all(journal)).toEqual([]);
  });

  test.each([
    [{ status: 'Open' }, { status: 'Allocated' }, 'a status: Open > Allocated'],
    [{ limit_price: '$2.50' }, { limit_price: '$3.10' }, 'a limit_price: $2.50 > $3.10'],
    [{ instance_quantity: 4 }, { instance_quantity: 8 }, 'a instance_quantity: 4 > 8'],
    [{}, { launch_specification: { volumes: ['vol_1'] } }, 'a volumes: null > vol_1'],
    [{ status: 'Open' }, { status: null }, 'a status: Open > null'],
  ])('a bid: %j, then %j', (was, is, noted) => {
    const journal = opened();
    journal.record(HERE, 'bids', snapshotOf('bids', NOON - 2000, [bid('a', was)]));
    journal.record(HERE, 'bids', snapshotOf('bids', NOON, [bid('a', is)]));
    expect(all(journal)).toEqual([noted]);
    expect(journal.after([HERE], 0)).toMatchObject([{ at: NOON, since: NOON - 2000 }]);
  });

  test('added and removed instances, and a volume in use, are recorded', () => {
    const journal = opened();
    journal.record(
      HERE,
      'instances',
      snapshotOf('instances', NOON - 2, [instance('i-0', { status: 'STATUS_TERMINATED' })]),
    );
    journal.record(HERE, 'volumes', snapshotOf('volumes', NOON - 2, [volume('v')]));
    for (const at of [NOON - 1, NOON])
      journal.record(HERE, 'instances', snapshotOf('instances', at, [instance('i-1')]));
    journal.record(HERE, 'volumes', snapshotOf('volumes', NOON, [volume('v', { bids: ['a'] })]));
    expect(all(journal)).toEqual(['i-1 appeared', 'i-0 gone', 'v in_use_by: null > a']);
  });

  test('an instance that ends or is preempted is lost, unless its bid was paused or it had ended', () => {
    const journal = opened();
    const of = (fid: string, owner: string, status = 'STATUS_RUNNING') => instance(fid, { bid: owner, status });
    journal.record(HERE, 'bids', snapshotOf('bids', NOON - 2, [bid('runs'), bid('rests', { status: 'Paused' })]));
    journal.record(
      HERE,
      'instances',
      snapshotOf('instances', NOON - 2, [
        of('i-0', 'runs'),
        of('i-1', 'rests'),
        of('i-2', 'runs', 'STATUS_STOPPED'),
        of('i-3', 'runs'),
      ]),
    );
    for (const at of [NOON - 1, NOON])
      journal.record(HERE, 'instances', snapshotOf('instances', at, [of('i-3', 'runs', 'STATUS_PREEMPTED')]));
    expect(all(journal)).toEqual(['i-3 lost', 'i-0 lost', 'i-1 gone', 'i-2 gone']);
  });

  test('an API key near its expiry is recorded once for each step, of every project', () => {
    let now = NOON;
    const journal = opened(':memory:', () => now);
    const rows = [apiKey('k', { expires_at: new Date(NOON + 8 * DAY).toISOString() })];
    for (; now < NOON + 9 * DAY; now += DAY / 4)
      journal.record({ ...HERE, project: `proj_${now}` }, 'apiKeys', snapshotOf('apiKeys', now, rows));
    expect(all(journal)).toEqual([
      'k expires: null > in less than 7 days',
      'k expires: in less than 7 days > in less than a day',
      'k expires: in less than a day > expired',
    ]);
  });

  test('another project and another service have events of their own', () => {
    const journal = opened();
    const there = { ...HERE, project: 'proj_other' };
    journal.record(HERE, 'bids', snapshotOf('bids', NOON - 2, [bid('a')]));
    journal.record(there, 'bids', snapshotOf('bids', NOON - 2, [bid('b')]));
    for (const at of [NOON - 1, NOON]) journal.record(there, 'bids', snapshotOf('bids', at, []));
    expect(all(journal)).toEqual([]);
    expect(journal.after([there], 0).map(inShort)).toEqual(['b gone']);
  });
});

describe('nothing else is recorded', () => {
  test('an incomplete list or an unreadable row is no loss', () => {
    const journal = opened();
    journal.record(HERE, 'bids', snapshotOf('bids', NOON - 3, [bid('a'), bid('b')]));
    journal.record(HERE, 'bids', snapshotOf('bids', NOON - 2, [bid('a')], { whole: false }));
    journal.record(HERE, 'bids', snapshotOf('bids', NOON - 1, [bid('a')], { unreadable: new Set(['b']) }));
    journal.record(HERE, 'bids', snapshotOf('bids', NOON, [bid('a'), bid('b')]));
    expect(all(journal)).toEqual([]);
  });

  test('a row is gone once two lists in a row have missed it', () => {
    const journal = opened();
    journal.record(HERE, 'bids', snapshotOf('bids', NOON - 4, [bid('a'), bid('b')]));
    journal.record(HERE, 'bids', snapshotOf('bids', NOON - 3, [bid('a')]));
    journal.record(HERE, 'bids', snapshotOf('bids', NOON - 2, [bid('a'), bid('b')]));
    const short = snapshotOf('bids', NOON - 1, [bid('a')]);
    journal.record(HERE, 'bids', short);
    expect(all(journal)).toEqual([]);
    journal.record(HERE, 'bids', { ...short, requestedAt: NOON });
    expect(all(journal)).toEqual(['b gone']);
  });

  test('a clock that was set back by an hour stops nothing', () => {
    let now = NOON;
    const journal = opened(':memory:', () => now);
    journal.record(HERE, 'bids', snapshotOf('bids', now, [bid('a', { status: 'Open' })]));
    now -= 3_600_000;
    journal.record(HERE, 'bids', snapshotOf('bids', now, [bid('a', { status: 'Allocated' })]));
    expect(all(journal)).toEqual(['a status: Open > Allocated']);
  });
});

describe('over restarts and several consoles', () => {
  test('the next console records once what happened while no console was open, with the time between', () => {
    const path = newPath();
    const first = openJournal(path, () => NOON, serviceResources, []);
    first.record(HERE, 'bids', snapshotOf('bids', NOON, [bid('a', { status: 'Open' })]));
    first.close();
    const later = NOON + 7_200_000;
    for (const _ of [1, 2]) {
      const next = openJournal(path, () => later, serviceResources, []);
      next.record(HERE, 'bids', snapshotOf('bids', later, [bid('a', { status: 'Allocated' })]));
      expect(all(next)).toEqual(['a status: Open > Allocated']);
      expect(next.after([HERE], 0)).toMatchObject([{ at: later, since: NOON }]);
      next.close();
    }
  });

  test('each of two consoles reads the actions of the other', () => {
    const path = newPath();
    const [one, other] = [opened(path), opened(path)];
    one.note(HERE, 'write-1', NOON, noted('operator', 'sent', 'Pause a'));
    one.note(HERE, 'write-1', NOON, noted('operator', 'done', 'Pause a'));
    expect(all(other)).toEqual(['done: Pause a']);
    expect(other.after([HERE], 0).map(({ by }) => by === other.by)).toEqual([false]);
  });

  test('a write of a console that was killed before the answer is recorded as unknown', () => {
    let now = NOON;
    const journal = opened(':memory:', () => now);
    journal.note(HERE, 'write-1', now, noted('operator', 'sent', 'Pause a'));
    now += 3_600_000;
    expect(all(journal)).toEqual(['unknown: Pause a: outcome unknown']);
  });
});

describe('the file', () => {
  test('can be read by its owner alone, as can the files of SQLite', () => {
    const path = newPath();
    const journal = opened(path);
    journal.record(HERE, 'bids', snapshotOf('bids', NOON, [bid('a')]));
    const folder = dirname(path);
    for (const name of readdirSync(folder))
      expect([name, statSync(`${folder}/${name}`).mode & 0o077]).toEqual([name, 0]);
  });

  test('that is damaged is renamed with a warning, and a new one is started', () => {
    const path = newPath();
    writeFileSync(path, 'SQLite format 3\u0000'.padEnd(8192, 'x'));
    const journal = opened(path);
    expect(journal.warning()).toBeNull();
    expect(journal.news()).toContain('was damaged');
    journal.note(HERE, 'n', NOON, noted('service', 'seen', 'works'));
    expect(all(journal)).toEqual(['seen: works']);
    expect(readdirSync(dirname(path)).some((name) => name.startsWith('journal.db.damaged-'))).toBe(true);
  });

  test('that is a text, named by mistake, is left as it is; events are kept in memory', () => {
    const path = newPath();
    writeFileSync(path, 'notes of somebody\n'.repeat(100), { mode: 0o644 });
    const journal = opened(path);
    expect(journal.warning()).toContain("can't be used: it is no journal.");
    expect(readFileSync(path, 'utf8')).toBe('notes of somebody\n'.repeat(100));
    expect(readdirSync(dirname(path)).filter((name) => name.includes('damaged'))).toEqual([]);
  });

  test('that belongs to another program is not touched; events are kept in memory', () => {
    const path = newPath();
    const foreign = new DatabaseSync(path);
    foreign.exec('PRAGMA application_id = 77; CREATE TABLE t (x)');
    foreign.close();
    const before = readFileSync(path);
    const journal = opened(path);
    expect(journal.warning()).toContain('it is not a journal. Until it can, events are kept in memory');
    journal.note(HERE, 'n', NOON, noted('service', 'seen', 'works'));
    expect(all(journal)).toEqual(['seen: works']);
    expect(readFileSync(path)).toEqual(before);
  });

  test('that has other tables of the same names is not touched either', () => {
    const path = newPath();
    const other = new DatabaseSync(path);
    other.exec('CREATE TABLE reads (scope TEXT)');
    other.close();
    expect(opened(path).warning()).toContain('Until it can, events are kept in memory');
  });

  test('that another process has locked costs no event: the next snapshot catches up, operator events wait', () => {
    const path = newPath();
    const journal = opened(path);
    journal.record(HERE, 'bids', snapshotOf('bids', NOON - 3, [bid('a', { status: 'Open' })]));
    const holder = new DatabaseSync(path);
    holder.exec('BEGIN IMMEDIATE');
    journal.record(HERE, 'bids', snapshotOf('bids', NOON - 2, [bid('a', { status: 'Allocated' })]));
    journal.note(HERE, 'n', NOON, noted('service', 'seen', 'waited'));
    expect(all(journal)).toEqual([]);
    holder.exec('COMMIT');
    holder.close();
    journal.record(HERE, 'bids', snapshotOf('bids', NOON - 1, [bid('a', { status: 'Allocated' })]));
    expect(all(journal)).toEqual(['a status: Open > Allocated', 'seen: waited']);
    expect(journal.warning()).toBeNull();
  });

  test('is limited by age and by number', () => {
    let now = NOON;
    const journal = opened(':memory:', () => now);
    const note = (name: string): void => journal.note(HERE, name, now, noted('service', 'seen', name));
    note('old');
    now += 91 * DAY;
    note('new');
    journal.record(HERE, 'bids', snapshotOf('bids', now, []));
    expect(all(journal)).toEqual(['seen: new']);
    const many = Array.from({ length: 101_000 }, (_, n) => volume(`v-${n}`));
    journal.record(HERE, 'volumes', snapshotOf('volumes', now, []));
    now += 1;
    journal.record(HERE, 'volumes', snapshotOf('volumes', now, many));
    expect(journal.recent([HERE], 200_000)).toHaveLength(100_000);
  });

  test('an event that another program wrote is skipped', () => {
    const path = newPath();
    const journal = opened(path);
    const other = new DatabaseSync(path);
    const put = other.prepare("INSERT INTO entries (scope, at, by, payload) VALUES (?, 1, 'x', ?)");
    put.run(`${HERE.service}\n${HERE.project}`, 'no JSON');
    put.run(`${HERE.service}\n${HERE.project}`, '{"kind":"unheard of"}');
    other.close();
    expect(all(journal)).toEqual([]);
    expect(journal.warning()).toBeNull();
  });
});
