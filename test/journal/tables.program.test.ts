import { describe, expect, test } from 'vitest';
import { oldJournal } from './fixtures/unpacked.ts';
import { openedAtOnce } from './opened-at-once.ts';
import { all, opened } from './snapshots.ts';

describe('a file of the version before', () => {
  test('is brought up to date by one of several programs that open it at once', async () => {
    const path = oldJournal('journal-6.db');
    await openedAtOnce(path, 3);
    const events = all(opened(path));
    expect(events).toContain('done: Paused bid dev');
    for (const n of [0, 1, 2]) expect(events.filter((text) => text === `done: program ${n}`)).toHaveLength(1);
  });
});
