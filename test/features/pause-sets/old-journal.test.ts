import { expect, onTestFinished, test } from 'vitest';
import { pauseSetJournal } from '../../../src/features/pause-sets/journal.ts';
import { HOUR_MS } from '../../../src/lib/duration.ts';
import { oldJournal } from '../../journal/fixtures/unpacked.ts';
import { openTestJournal } from '../../journal/open.ts';
import { HERE } from '../../journal/scope.ts';
import { NOON } from '../../store/hand-clock.ts';

test('a journal of the version before still has its sets', () => {
  const journal = pauseSetJournal(openTestJournal(oldJournal('journal-6.db'), () => NOON + HOUR_MS));
  onTestFinished(journal.close);
  expect(journal.sets(HERE)).toMatchObject([
    { name: 'nightly', members: [{ fid: 'dev', price: '$2.50', quantity: 4 }] },
  ]);
});
