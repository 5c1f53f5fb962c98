import { expect, onTestFinished, test } from 'vitest';
import type { JournalEvent } from '../../src/changes/change-event.ts';
import { HOUR_MS } from '../../src/lib/duration.ts';
import { oldJournal } from '../journal/fixtures/unpacked.ts';
import { HERE } from '../journal/scope.ts';
import { inShort } from '../journal/snapshots.ts';
import { NOON } from '../store/hand-clock.ts';
import { openFeaturesJournal } from './open-journal.ts';

/** Returns the names of the agents of actions. */
const agentsIn = (events: readonly JournalEvent[]): readonly string[] =>
  events.flatMap(({ payload }) => (payload.kind === 'noted' ? (payload.action?.agent?.name ?? []) : []));

test('a journal of the version before still has its events, rules, sets, notifications, costs and idle machines', () => {
  const journal = openFeaturesJournal(oldJournal('journal-6.db'), () => NOON + HOUR_MS);
  onTestFinished(journal.close);
  expect(journal.news()).toBeNull();
  expect(journal.after([HERE], 0).map(inShort)).toEqual([
    'train status: Open > Allocated',
    'done: Paused bid dev',
    'done: Paused bid dev by rule night (it is 20:00)',
    'unknown: Resumed bid dev by rule night (it is 08:00): outcome unknown',
    'seen: No connection',
    'train-0 idle: null > 2026-11-20T11:59:10.000Z',
  ]);
  expect(agentsIn(journal.after([HERE], 0))).toEqual(['night', 'night']);
  expect(journal.samples(HERE, 0)).toHaveLength(1);
  expect(journal.rules(HERE)).toMatchObject([
    { name: 'night', released: true, memory: '{"last":2}', held: null },
    { name: 'week', released: false, held: 'Held by the operator.' },
  ]);
  expect(journal.ruleActions(HERE, 0)).toMatchObject([{ rule: 'night', fid: 'dev', outcome: '"done"' }]);
  expect(journal.lease(HERE)).toMatchObject({ holder: 'holder', asked: 1, seen: 0 });
  expect(journal.sets(HERE)).toMatchObject([
    { name: 'nightly', members: [{ fid: 'dev', price: '$2.50', quantity: 4 }] },
  ]);
  expect(journal.notifications(HERE, 'team')).toMatchObject({
    cursor: 3,
    tries: 2,
    refusals: 1,
    failing: 'it answers 500',
  });
  const [costs] = journal.bidRecords([HERE], { from: 0, to: NOON });
  expect(costs?.bids.map(({ traits, steps }) => [traits.bid, steps.map(({ running }) => running)])).toEqual([
    ['train', [8, 4]],
  ]);
  expect(journal.idleness(HERE, 'train-0')).toMatchObject({ kind: 'idle', seenAt: NOON });
});
