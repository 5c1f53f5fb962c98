import { expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '../../../src/lib/duration.ts';
import { oldJournal } from '../../journal/fixtures/unpacked.ts';
import { HERE } from '../../journal/scope.ts';
import { NOON } from '../../store/hand-clock.ts';
import { openFeatureJournal } from './open-journal.ts';

test('a journal of the version before still has its costs', () => {
  const journal = openFeatureJournal(oldJournal('journal-6.db'), () => NOON + HOUR_MS);
  onTestFinished(journal.close);
  const [costs] = journal.bidRecords([HERE], { from: 0, to: NOON });
  expect(costs?.bids.map(({ traits, steps }) => [traits.bid, steps.map(({ running }) => running)])).toEqual([
    ['train', [8, 4]],
  ]);
});
