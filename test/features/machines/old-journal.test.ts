import { expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '../../../src/lib/duration.ts';
import { oldJournal } from '../../journal/fixtures/unpacked.ts';
import { HERE } from '../../journal/scope.ts';
import { NOON } from '../../store/hand-clock.ts';
import { openFeatureJournal } from './open-journal.ts';

test('a journal of the version before still has its idle machines', () => {
  const journal = openFeatureJournal(oldJournal('journal-6.db'), () => NOON + HOUR_MS);
  onTestFinished(journal.close);
  expect(journal.idleness(HERE, ['train-0']).get('train-0')).toMatchObject({ kind: 'idle', seenAt: NOON });
});
