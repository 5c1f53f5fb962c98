import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ListedRow } from '../../../src/api/result.ts';
import type { Bid } from '../../../src/contract/bid.ts';
import { LEAVING_MS } from '../../../src/store/list.ts';
import { contentWidths } from '../../../src/store/lists/content-widths.ts';
import { visibleRows } from '../../../src/store/lists/visible-rows.ts';
import { filterTyped, rowsKept } from '../../../src/store/panes/cursor.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { rowsArrived, timePassed } from '../../../src/store/transitions.ts';
import { NOON } from '../hand-clock.ts';
import { bid, consoleWith, instance, whole } from '../made.ts';

const FIDS = 'abcdefghij';
const someBid = fc.record({
  fid: fc.constantFrom(...FIDS),
  status: fc.constantFrom('Open', 'Allocated', 'Paused', 'Preempting'),
  limit_price: fc.constantFrom('$1.00', '$2.00', '$3.00'),
  name: fc.constantFrom('x', 'y', 'z', null),
});
const someInstance = fc.record({
  fid: fc.constantFrom('i1', 'i2', 'i3', 'i4'),
  bid: fc.constantFrom(...FIDS),
  status: fc.constantFrom('STATUS_RUNNING', 'STATUS_STARTING'),
});
const look = fc.record({
  bids: fc.uniqueArray(someBid, { selector: ({ fid }) => fid }),
  instances: fc.uniqueArray(someInstance, { selector: ({ fid }) => fid }),
  ms: fc.constantFrom(100, 2000, LEAVING_MS),
});

/** The rows in a table that is made for this state alone. */
const sortedAlone = (state: ConsoleState): readonly string[] => shown({ ...state, connected: { ...state.connected } });

const shown = (state: ConsoleState): readonly string[] => visibleRows(state, 'bids').rows.map(({ row }) => row.fid);

test('added, changed and removed rows lead to the same order as sorting the whole list, by any column', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('name', 'status', 'price', 'run', 'cost', 'age'),
      fc.boolean(),
      fc.array(look, { minLength: 1, maxLength: 6 }),
      (column, descending, looks) => {
        let state = rowsKept(consoleWith(), 'bids', { sort: { column, descending } });
        let now = NOON;
        for (const [sequence, { bids, instances, ms }] of looks.entries()) {
          now += ms;
          const asked = { at: now, sequence };
          const listed: ListedRow<Bid>[] = bids.map(({ fid, ...more }) => bid(fid, more));
          state = rowsArrived(state, 'bids', whole(...listed), asked, now);
          expect(shown(state)).toEqual(sortedAlone(state));
          const running = instances.map(({ fid, ...more }) => instance(fid, more));
          state = timePassed(rowsArrived(state, 'instances', whole(...running), asked, now), now);
          expect(shown(state)).toEqual(sortedAlone(state));
        }
      },
    ),
  );
});

test('a filter finds a row by its present text, also when another list changed that text', () => {
  const running = (count: number) =>
    whole(...Array.from({ length: count }, (_, n) => instance(`i${n}`, { bid: 'a', status: 'STATUS_RUNNING' })));
  const start = consoleWith({ bids: [bid('a', { instance_quantity: 3 }), bid('b', { instance_quantity: 3 })] });
  const typed = filterTyped(
    rowsArrived(start, 'instances', running(1), { at: NOON, sequence: 1 }, NOON),
    'bids',
    '2/3',
  );
  expect(shown(typed)).toEqual([]);
  const more = rowsArrived(typed, 'instances', running(2), { at: NOON, sequence: 2 }, NOON);
  expect(shown(more)).toEqual(['a']);
  const ended = whole(...running(1).rows.values(), instance('i1', { bid: 'a', status: 'STATUS_TERMINATED' }));
  const less = rowsArrived(more, 'instances', ended, { at: NOON, sequence: 3 }, NOON);
  expect(shown(less)).toEqual([]);
});

test('rows of an order that no column gives stay where the service has them, also when a cell of one changes with another list', () => {
  const bids = ['c', 'a', 'b'].map((fid) => bid(fid));
  const start = rowsKept(consoleWith({ bids }), 'bids', { sort: { column: 'none', descending: false } });
  contentWidths(start, 'bids');
  expect(shown(start)).toEqual(['c', 'a', 'b']);
  const running = whole(instance('i', { bid: 'b', status: 'STATUS_RUNNING' }));
  const next = rowsArrived(start, 'instances', running, { at: NOON, sequence: 1 }, NOON);
  expect(shown(next)).toEqual(['c', 'a', 'b']);
});
