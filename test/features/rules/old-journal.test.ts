import { expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '../../../src/lib/duration.ts';
import { oldJournal } from '../../journal/fixtures/unpacked.ts';
import { HERE } from '../../journal/scope.ts';
import { NOON } from '../../store/hand-clock.ts';
import { openFeatureJournal } from './open-journal.ts';

test('a journal of the version before still has its rules', () => {
  const journal = openFeatureJournal(oldJournal('journal-6.db'), () => NOON + HOUR_MS);
  onTestFinished(journal.close);
  expect(journal.rules(HERE)).toMatchObject([
    { name: 'night', released: true, memory: '{"last":2}', held: null },
    { name: 'week', released: false, held: 'Held by the operator.' },
  ]);
  expect(journal.ruleActions(HERE)).toMatchObject([{ rule: 'night', fid: 'dev', outcome: '"done"' }]);
  expect(journal.lease(HERE)).toMatchObject({ holder: 'holder', asked: 1, seen: 0 });
});
