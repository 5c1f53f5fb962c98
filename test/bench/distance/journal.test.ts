import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTestJournal } from '../../journal/open.ts';
import { HERE } from '../../journal/scope.ts';
import { snapshotOf } from '../../journal/snapshots.ts';
import { NOON } from '../../store/hand-clock.ts';
import { instance } from '../../store/made.ts';
import { readJournal } from './journal.ts';

test('the journal of a console that runs is read for another status of a row, as soon as it is there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'journal.db');
  let now = NOON;
  const reader = readJournal(path, () => now);
  onTestFinished(reader.close);
  const seen = (status: string, from: number): number | null =>
    reader.statusSeen('instances', 'train-00001-00', status, from);
  expect(seen('STATUS_RUNNING', 0)).toBeNull();

  const journal = openTestJournal(path, () => now);
  onTestFinished(() => journal.close());
  const arrives = (status: string): void =>
    journal.record(HERE, 'instances', snapshotOf(now, [instance('i-0', { name: 'train-00001-00', status })]));
  arrives('STATUS_PREEMPTING');
  expect(seen('STATUS_PREEMPTING', 0)).toBeNull();
  now += 2000;
  arrives('STATUS_RUNNING');
  now += 200;
  expect(seen('STATUS_RUNNING', NOON + 2100)).toBe(NOON + 2200);
  now += 200;
  expect(seen('STATUS_RUNNING', NOON + 2100)).toBe(NOON + 2200);
  expect(seen('STATUS_RUNNING', NOON + 2201)).toBeNull();
  expect(reader.statusSeen('bids', 'train-00001-00', 'STATUS_RUNNING', NOON)).toBeNull();
});
