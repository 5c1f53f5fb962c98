import { expect, test } from 'vitest';
import { alertsBetween } from '../../src/state/alerts.ts';
import type { ConsoleState } from '../../src/state/console.ts';
import { rowsArrived } from '../../src/state/polling.ts';
import { NOON } from './hand-clock.ts';
import { bid, consoleWith, instance, whole } from './made.ts';

const running = consoleWith({
  bids: [bid('train'), bid('render')],
  instances: [
    instance('train-0', { bid: 'train' }),
    instance('train-1', { bid: 'train' }),
    instance('render-0', { bid: 'render' }),
  ],
});
const later = { at: NOON + 2000, turn: 1 };

function texts(after: ConsoleState, before = running): readonly string[] {
  return alertsBetween(before, after).map(({ text }) => text);
}

test('a bid that begins to be preempted calls for the operator once', () => {
  const preempting = rowsArrived(
    running,
    'bids',
    whole(bid('train', { status: 'Preempting' }), bid('render')),
    later,
    NOON,
  );
  expect(texts(preempting)).toEqual([
    'train is being preempted. Press ! to go to it; there e raises its limit price and s logs in.',
  ]);
  const still = rowsArrived(
    preempting,
    'bids',
    whole(bid('train', { status: 'Preempting', limit_price: '$3' }), bid('render')),
    later,
    NOON,
  );
  expect(texts(still, preempting)).toEqual([]);
});

test('instances that are gone from the list are lost, and said so in one sentence', () => {
  const after = rowsArrived(running, 'instances', whole(instance('render-0', { bid: 'render' })), later, NOON);
  expect(texts(after)).toEqual(['train-0 and 1 more instance were lost.']);
});

test('an instance that was preempted is lost', () => {
  const rows = whole(
    instance('train-0', { bid: 'train', status: 'STATUS_PREEMPTED' }),
    instance('train-1', { bid: 'train' }),
    instance('render-0', { bid: 'render' }),
  );
  expect(texts(rowsArrived(running, 'instances', rows, later, NOON))).toEqual(['train-0 was lost.']);
});

test('what the operator did is no alarm: instances of paused and cancelled bids may go', () => {
  const asked = rowsArrived(running, 'bids', whole(bid('train', { status: 'Paused' })), later, NOON);
  expect(texts(rowsArrived(asked, 'instances', whole(), later, NOON), asked)).toEqual([]);
});

test('the first list of a console is no alarm', () => {
  const empty = consoleWith();
  const fresh = { ...empty, lists: { ...empty.lists, bids: { ...empty.lists.bids, asOf: null } } };
  const first = rowsArrived(fresh, 'bids', whole(bid('train', { status: 'Preempting' })), later, NOON);
  expect(texts(first, fresh)).toEqual([]);
});
