import { describe, expect, test } from 'vitest';
import { lostMessage } from '../../src/changes/change-event.ts';
import { newLosses, preemptingAlert } from '../../src/store/alerts.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { rowsArrived } from '../../src/store/transitions.ts';
import { NOON } from './hand-clock.ts';
import { arrived, bid, consoleWith, instance, rowsArrivedTwice, whole } from './made.ts';

const running = consoleWith({
  bids: [bid('train'), bid('render')],
  instances: [
    instance('train-0', { bid: 'train' }),
    instance('train-1', { bid: 'train' }),
    instance('render-0', { bid: 'render' }),
  ],
});
const later = { at: NOON + 2000, sequence: 1 };

function texts(after: ConsoleState, before = running): readonly string[] {
  return [preemptingAlert(before, after), lostMessage(newLosses(before, after))].flatMap((text) => text ?? []);
}

test('a bid that begins to be preempted alerts the operator once', () => {
  const preempting = rowsArrived(
    running,
    'bids',
    whole(bid('train', { status: 'Preempting' }), bid('render')),
    later,
    NOON,
  );
  expect(texts(preempting)).toEqual([
    expect.stringMatching(/^train is being preempted\. Press ! to go to it; there e raises its limit price( and |\.$)/),
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

test('what has an empty name is called by its identifier', () => {
  const before = consoleWith({
    bids: [bid('bid-1', { name: '' })],
    instances: [instance('i-1', { name: '', bid: 'bid-1' })],
  });
  const preempting = rowsArrived(before, 'bids', whole(bid('bid-1', { name: '', status: 'Preempting' })), later, NOON);
  expect(texts(preempting, before)).toEqual([expect.stringMatching(/^bid-1 is being preempted/)]);
  const once = rowsArrived(before, 'instances', whole(), later, NOON);
  const after = arrived(once, 'instances', [], later.sequence + 1);
  expect(texts(after, once)).toEqual(['i-1 was lost.']);
});

test('instances missing from the list are reported as lost in one sentence', () => {
  const rows = whole(instance('render-0', { bid: 'render' }));
  const once = rowsArrived(running, 'instances', rows, later, NOON);
  expect(texts(once)).toEqual([]);
  const after = rowsArrived(once, 'instances', rows, { at: NOON, sequence: later.sequence + 1 }, NOON);
  expect(texts(after, once)).toEqual(['train lost 2 instances.']);
});

test('an instance that was preempted is lost', () => {
  const rows = whole(
    instance('train-0', { bid: 'train', status: 'STATUS_PREEMPTED' }),
    instance('train-1', { bid: 'train' }),
    instance('render-0', { bid: 'render' }),
  );
  expect(texts(rowsArrived(running, 'instances', rows, later, NOON))).toEqual(['train-0 was lost.']);
});

test("the operator's own actions cause no alert: instances of paused and cancelled bids may go", () => {
  const asked = rowsArrived(running, 'bids', whole(bid('train', { status: 'Paused' }), bid('render')), later, NOON);
  const left = whole(instance('render-0', { bid: 'render' }));
  expect(texts(rowsArrivedTwice(asked, 'instances', left, later, NOON), asked)).toEqual([]);
});

test('the first list of a console causes no alert', () => {
  const empty = consoleWith();
  const fresh = { ...empty, lists: { ...empty.lists, bids: { ...empty.lists.bids, fetchedAt: null } } };
  const first = rowsArrived(fresh, 'bids', whole(bid('train', { status: 'Preempting' })), later, NOON);
  expect(texts(first, fresh)).toEqual([]);
});

describe('a row that is missing from a list', () => {
  const rows = ['train-0', 'train-1', 'train-2'].map((fid) => instance(fid, { bid: 'train' }));
  const start = consoleWith({ bids: [bid('train')], instances: rows });
  const look = (state: ConsoleState, turn: number, ...fids: readonly string[]): ConsoleState => {
    const came = whole(...rows.filter(({ row }) => fids.includes(row.fid)));
    return rowsArrived(state, 'instances', came, { at: NOON + turn, sequence: turn }, NOON + turn);
  };

  test('and is in the next one: the bell is silent', () => {
    const slipped = look(start, 1, 'train-0', 'train-2');
    const back = look(slipped, 2, 'train-0', 'train-1', 'train-2');
    expect([texts(slipped, start), texts(back, slipped)]).toEqual([[], []]);
    expect(back.lists.instances.observed.changes).toEqual([]);
  });

  test('and from the next one is lost: the bell rings once', () => {
    const consoleState = look(start, 1, 'train-0', 'train-2');
    const two = look(consoleState, 2, 'train-0', 'train-2');
    const three = look(two, 3, 'train-0', 'train-2');
    expect([texts(two, consoleState), texts(three, two)]).toEqual([['train-1 was lost.'], []]);
  });

  test('a preempted bid that slips and comes back does not ring again', () => {
    const bids = [bid('train', { status: 'Preempting' }), bid('render')];
    const arrive = (state: ConsoleState, turn: number, ...some: readonly (typeof bids)[number][]): ConsoleState =>
      arrived(state, 'bids', [...some], turn, NOON + turn);
    const rang = arrive(running, 1, ...bids);
    const slipped = arrive(rang, 2, ...bids.slice(1));
    const back = arrive(slipped, 3, ...bids);
    expect([texts(rang).length, texts(slipped, rang), texts(back, slipped)]).toEqual([1, [], []]);
  });
});
