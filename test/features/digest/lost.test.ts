import { expect, test } from 'vitest';
import type { ObservedChange } from '../../../src/changes/change-event.ts';
import { changesIn } from '../../../src/features/digest/changes.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance, whole } from '../../store/made.ts';

/** One way in which a bid and its only instance change: the status of both before and after, and how lists and digest call that. */
type Way = readonly [
  what: string,
  bids: readonly [string, string],
  instances: readonly [string, string],
  atOnce: ObservedChange['change'],
  digest: 'lost' | 'ended',
];

const WAYS: readonly Way[] = [
  ['preempted, as the service calls it', ['Preempting', 'Open'], ['PREEMPTING', 'PREEMPTED'], 'lost', 'lost'],
  ['preempted, and terminated', ['Preempting', 'Open'], ['PREEMPTING', 'TERMINATED'], 'lost', 'lost'],
  ['preempted, and stopped', ['Preempting', 'Open'], ['PREEMPTING', 'STOPPED'], 'lost', 'lost'],
  ['terminated, while its bid waits again', ['Allocated', 'Open'], ['RUNNING', 'TERMINATED'], 'lost', 'lost'],
  [
    'terminated, while its bid goes on with others',
    ['Allocated', 'Allocated'],
    ['RUNNING', 'TERMINATED'],
    'changed',
    'lost',
  ],
  ['paused with its bid', ['Allocated', 'Paused'], ['RUNNING', 'TERMINATED'], 'changed', 'ended'],
  ['ended with its bid', ['Allocated', 'Terminated'], ['RUNNING', 'TERMINATED'], 'changed', 'ended'],
  ['paused while it was being preempted', ['Preempting', 'Paused'], ['PREEMPTING', 'TERMINATED'], 'changed', 'ended'],
];

test.each(WAYS)('an instance that is %s is lost, or not, in lists and digest', (_, bids, instances, atOnce, digest) => {
  const rows = (n: 0 | 1) =>
    [
      whole(bid('train', { status: bids[n] })),
      whole(instance('i-1', { bid: 'train', status: `STATUS_${instances[n]}` })),
    ] as const;
  const [before, after] = [rows(0), rows(1)];
  let state = consoleWith({ bids: [...before[0].rows.values()], instances: [...before[1].rows.values()] });
  const at = NOON + 2000;
  state = rowsArrived(state, 'bids', after[0], { at, sequence: 1 }, at);
  state = rowsArrived(state, 'instances', after[1], { at: at + 100, sequence: 2 }, at + 100);
  const seen = [...state.lists.bids.observed.changes, ...state.lists.instances.observed.changes];
  expect(seen.filter(({ change: { list } }) => list === 'instances').map(({ change }) => change.change)).toEqual([
    atOnce,
  ]);
  const events = seen.map(({ change }, n) => ({
    id: n,
    key: `${n}`,
    at: change.list === 'bids' ? at : at + 100,
    since: NOON,
    by: 'here',
    payload: change,
  }));
  const changes = changesIn([{ project: 'p', time: { from: NOON, to: at + 1000 }, events }]);
  const own = changes.bids.get('train');
  expect([own?.lost.length ?? 0, own?.stopped.length ?? 0]).toEqual(digest === 'lost' ? [1, 0] : [0, 1]);
});
