import { expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '../../../src/lib/duration.ts';
import { oldJournal } from '../../journal/fixtures/unpacked.ts';
import { HERE } from '../../journal/scope.ts';
import { NOON } from '../../store/hand-clock.ts';
import { openFeatureJournal } from './open-journal.ts';

test('a journal of the version before still has its notifications', () => {
  const journal = openFeatureJournal(oldJournal('journal-6.db'), () => NOON + HOUR_MS);
  onTestFinished(journal.close);
  expect(journal.notifications(HERE, 'team')).toMatchObject({
    cursor: 3,
    tries: 2,
    refusals: 1,
    failing: 'it answers 500',
  });
});
