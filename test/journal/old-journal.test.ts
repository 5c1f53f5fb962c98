import { expect, onTestFinished, test } from 'vitest';
import type { JournalEvent } from '../../src/changes/change-event.ts';
import { HOUR_MS } from '../../src/lib/duration.ts';
import { NOON } from '../store/hand-clock.ts';
import { oldJournal } from './fixtures/unpacked.ts';
import { openTestJournal } from './open.ts';
import { HERE } from './scope.ts';
import { inShort } from './snapshots.ts';

/** The names of the agents of actions. */
const agentsIn = (events: readonly JournalEvent[]): readonly string[] =>
  events.flatMap(({ payload }) => (payload.kind === 'noted' ? (payload.action?.agent?.name ?? []) : []));

test('a journal of the version before still has its events', () => {
  const journal = openTestJournal(oldJournal('journal-6.db'), () => NOON + HOUR_MS);
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
});
