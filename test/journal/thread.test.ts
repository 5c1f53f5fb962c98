import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { journalRecords, type OpenedJournal } from '../../src/journal/async-journal.ts';
import { journalInThread } from '../../src/journal/thread/client.ts';
import { startThread } from '../../src/lib/bundled.ts';
import { type Clock, machineClock } from '../../src/lib/clock.ts';
import { NOON } from '../store/hand-clock.ts';
import { bid } from '../store/made.ts';
import { openTestJournal } from './open.ts';
import { HERE, noted } from './scope.ts';
import { inShort, newPath, snapshotOf } from './snapshots.ts';

const ENTRY = { from: import.meta.url, source: '../../src/cli/journal-worker.ts', built: 'journal-worker.js' };

/** A program that ends waits for its journal as long as it takes. */
const PATIENT: Pick<Clock, 'after' | 'now'> = { after: () => () => undefined, now: () => NOON };
/** One that waits less than a program does. */
const IMPATIENT: Pick<Clock, 'after' | 'now'> = { after: (_, run) => machineClock.after(200, run), now: () => NOON };

const fail = (what: unknown): void => expect.unreachable(String(what));

/** A journal in a thread of its own; a failure of the thread fails the test. */
async function opened(
  path: string,
  failures: unknown[] = [],
  clock: Pick<Clock, 'after' | 'now'> = PATIENT,
): Promise<OpenedJournal & { readonly worker: Worker }> {
  const worker = startThread(ENTRY, null);
  const journal = await journalInThread(
    worker,
    { path, maxBytes: null },
    clock,
    fail,
    (error) => void failures.push(error),
  );
  onTestFinished(async () => void (await journal.close()));
  return { ...journal, worker };
}

test('what is recorded in the thread is what other programs read, and the other way round', async () => {
  const path = newPath();
  const journal = await opened(path);
  journal.record(journalRecords, 'note', HERE, 'own', NOON, noted('operator', 'done', 'Pause a'));
  const at = NOON;
  await journal.act(journalRecords, 'record', HERE, 'bids', snapshotOf('bids', at - 2000, [bid('a')]));
  await journal.act(journalRecords, 'record', HERE, 'bids', snapshotOf('bids', at, [bid('a', { status: 'Paused' })]));
  expect((await journal.ask(journalRecords, 'after', [HERE], 0)).map(inShort)).toEqual([
    'done: Pause a',
    'a status: Allocated > Paused',
  ]);
  const other = openTestJournal(path, () => NOON);
  other.note(HERE, 'theirs', NOON, noted('operator', 'done', 'Resume a'));
  other.close();
  expect((await journal.ask(journalRecords, 'recent', [HERE], 1)).map(inShort)).toEqual(['done: Resume a']);
});

test('a program that ends waits for what it has written last', async () => {
  const path = newPath();
  const journal = await opened(path);
  for (let n = 0; n < 100; n++)
    journal.record(journalRecords, 'note', HERE, `n${n}`, NOON, noted('operator', 'done', `Note ${n}`));
  expect(await journal.close()).toEqual([]);
  const after = openTestJournal(path, () => NOON);
  expect(after.recent([HERE], 1000)).toHaveLength(100);
  after.close();
});

test('what a locked journal could not take is named when the program ends', async () => {
  const path = newPath();
  const journal = await opened(path, [], IMPATIENT);
  await journal.ask(journalRecords, 'recent', [HERE], 1);
  const lock = new DatabaseSync(path);
  lock.exec('BEGIN EXCLUSIVE');
  journal.record(journalRecords, 'note', HERE, 'one', NOON, noted('operator', 'done', 'One'));
  journal.record(journalRecords, 'note', HERE, 'two', NOON, noted('operator', 'done', 'Two'));
  expect(await journal.close()).toEqual(['2 actions']);
  lock.close();
});

test('what decides about a write is answered before the many reads that wait', async () => {
  const journal = await opened(newPath());
  const answers: string[] = [];
  const read = (n: number) =>
    journal.ask(journalRecords, 'recent', [HERE], 1).then(() => void answers.push(`read ${n}`));
  const reads = Array.from({ length: 200 }, (_, n) => read(n));
  const taken = journal
    .act(journalRecords, 'takeLease', HERE, 'me', 'this test', null)
    .then((isTaken) => void answers.push(`lease ${isTaken}`));
  await Promise.all([...reads, taken]);
  expect(answers).toHaveLength(201);
  expect(answers.indexOf('lease true')).toBeLessThan(answers.indexOf('read 199'));
  expect(answers.filter((answer) => answer.startsWith('read'))).toEqual(reads.map((_, n) => `read ${n}`));
});

test('a file that is no journal is said to be unusable', async () => {
  const path = newPath();
  writeFileSync(path, 'This is a text.');
  const journal = await opened(path);
  expect(journal.status().warning).toContain('it is no journal');
});

test('a thread that ends by itself is a failure of the program', async () => {
  const failures: unknown[] = [];
  const journal = await opened(newPath(), failures);
  await journal.worker.terminate();
  expect(failures).toHaveLength(1);
});

test('a thread that can not begin makes the opening fail, with the reason why', async () => {
  const worker = startThread({ ...ENTRY, source: './no-such-worker.ts' }, null);
  await expect(journalInThread(worker, { path: newPath(), maxBytes: null }, PATIENT, fail, fail)).rejects.toThrow(
    'no-such-worker',
  );
});
