import { expect, test } from 'vitest';
import { changeBid } from '../../src/resources/bids/writes.ts';
import { raiseAlert } from '../../src/store/alerts.ts';
import { contextOf } from '../../src/store/row-context.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { writeSent } from '../../src/store/writes/pending-writes.ts';
import { NOON } from './hand-clock.ts';
import { arrived, bid, consoleWith } from './made.ts';

const at = (limit_price: unknown, more: object = {}) => bid('a', { limit_price, ...more });
const start = consoleWith({ bids: [at('$1.10'), bid('b')] });

function arrives(state: ConsoleState, turn: number, ...rows: readonly ReturnType<typeof bid>[]): ConsoleState {
  const time = NOON + turn * 1000;
  return arrived(state, 'bids', [...rows], turn, time);
}

const before = (state: ConsoleState): string | undefined => contextOf(state).raisedFrom('a')?.text;

test('a limit price that somebody else raises is said with what it may cost, and marked with the price before until it is no higher', () => {
  const raised = arrives(start, 1, at('$40'), bid('b'));
  expect(raiseAlert(start, raised)).toBe(
    'Somebody else raised the limit price of a from $1.10 to $40.00, up to $155.60/h more. Press e to set it.',
  );
  const again = arrives(raised, 2, at('$41.00'), bid('b'));
  expect([raiseAlert(raised, again), before(again)]).toEqual([null, '$1.10']);
  expect(before(arrives(again, 3, at('$1.00'), bid('b')))).toBeUndefined();
  expect(before(arrives(again, 3, at('$41', { status: 'Terminated' }), bid('b')))).toBeUndefined();
});

test('several that are raised at once are one alert', () => {
  const raised = arrives(start, 1, at('$40'), bid('b', { limit_price: '$3.00' }));
  expect(raiseAlert(start, raised)).toBe('Somebody else raised the limit prices of a and 1 more. Press e to set them.');
});

test.each([
  ['a lower price', at('$1')],
  ['the same price in other digits', at('$1.100')],
  ['another currency', at('€40')],
  ['a price that can not be read', at('twelve')],
])('%s is no raise', (_, row) => {
  expect(before(arrives(start, 1, row, bid('b')))).toBeUndefined();
});

test('a raise from here is none, and ends the mark of one by somebody else', () => {
  const own = (state: ConsoleState): ConsoleState => {
    const listed = state.lists.bids.rows.get('a');
    if (listed === undefined) throw new Error('The bid is not listed.');
    return writeSent(state, 1, changeBid(listed.row, { limit_price: '$50.00' }), NOON);
  };
  expect(before(arrives(own(start), 1, at('$50'), bid('b')))).toBeUndefined();
  const raised = arrives(start, 1, at('$40'), bid('b'));
  expect(before(arrives(own(raised), 2, at('$50'), bid('b')))).toBeUndefined();
});
