import { describe, expect, onTestFinished, test } from 'vitest';
import { openJournal } from '../../src/journal/journal.ts';
import { serviceResources } from '../../src/resources/index.ts';
import { NOON } from '../store/hand-clock.ts';
import { oldJournal } from './fixtures/unpacked.ts';
import { openedAtOnce } from './opened-at-once.ts';
import { all } from './snapshots.ts';

describe('a file of the version before', () => {
  test('is brought up to date by one of several programs that open it at once', async () => {
    const path = oldJournal('journal-6.db');
    await openedAtOnce(path, 3);
    const journal = openJournal(path, () => NOON, serviceResources, []);
    onTestFinished(journal.close);
    const events = all(journal);
    expect(events).toContain('done: Paused bid dev');
    for (const n of [0, 1, 2]) expect(events.filter((text) => text === `done: program ${n}`)).toHaveLength(1);
  });
});
