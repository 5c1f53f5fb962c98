import { expect, test } from 'vitest';
import type { JournalEvent } from '../../src/changes/change-event.ts';
import { collectLines } from '../../src/cli/commands/watch.ts';
import { MINUTE_MS } from '../../src/lib/duration.ts';
import { NOON } from '../store/hand-clock.ts';

let id = 0;
const event = (at: number, fid: string, from: string, to: string): JournalEvent => {
  id += 1;
  const list = fid === 'batch' ? 'bids' : 'instances';
  return {
    id,
    key: `event-${id}`,
    at: NOON + at,
    since: NOON + at - 1000,
    by: 'here',
    payload: {
      kind: 'seen',
      list,
      fid,
      name: fid,
      bid: list === 'instances' ? 'batch' : null,
      bidName: list === 'instances' ? 'batch' : null,
      change: 'changed',
      field: 'status',
      from,
      to,
    },
  };
};

test('an incident is printed when it begins, and once with all its events a minute after it is over', () => {
  let now = NOON;
  const printed: Record<string, unknown>[] = [];
  const collector = collectLines(
    () => now,
    { into: '->', fieldWords: {} },
    (line) => printed.push({ ...line }),
  );
  collector.add([event(0, 'batch', 'Allocated', 'Preempting'), event(0, 'i', 'STATUS_RUNNING', 'STATUS_PREEMPTING')]);
  collector.printDue();
  expect(printed).toMatchObject([{ state: 'losing', name: 'batch', lost: 0, preempting: 1 }]);
  collector.add([
    event(MINUTE_MS, 'batch', 'Preempting', 'Allocated'),
    event(MINUTE_MS, 'i', 'STATUS_PREEMPTING', 'STATUS_RUNNING'),
  ]);
  now = NOON + 1.5 * MINUTE_MS;
  collector.printDue();
  expect(printed).toHaveLength(1);
  now = NOON + 2 * MINUTE_MS;
  collector.printDue();
  collector.printDue();
  collector.printAll();
  expect(printed).toHaveLength(2);
  expect(printed[1]).toMatchObject({
    state: 'over',
    lost: 0,
    out: 0,
    preempting: 0,
    incident: printed[0]?.['incident'],
  });
  expect(printed[1]?.['events']).toHaveLength(4);
});

test('what is over goes out at the end of the program, a single event as without --group', () => {
  const printed: Record<string, unknown>[] = [];
  const collector = collectLines(
    () => NOON,
    { into: '->', fieldWords: {} },
    (line) => printed.push({ ...line }),
  );
  collector.add([event(0, 'batch', 'Allocated', 'Paused')]);
  expect(printed).toEqual([]);
  collector.printAll();
  expect(printed).toMatchObject([{ event: 'changed', name: 'batch', new: 'Paused' }]);
});
