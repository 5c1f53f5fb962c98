import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leastOf, sumOf, withoutOf } from '../../src/lib/sum.ts';
import { chargedInstances, committedInstances, fleetParts, wants } from '../../src/resources/bids/exposure.ts';
import { instancesByBid } from '../../src/resources/parts/joins.ts';
import { isStatus } from '../../src/resources/parts/status.ts';
import type { Exposure } from '../../src/resources/resource.ts';
import { countsOf } from '../../src/store/header.ts';
import { isLongEnded } from '../../src/store/lists/ended-rows.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { committedIn, countsIn, exposureIn } from '../../src/store/totals.ts';
import { rowsArrived } from '../../src/store/transitions.ts';
import { NOON } from './hand-clock.ts';
import { bid, consoleWith, instance, whole } from './made.ts';

const bidFid = fc.constantFrom('bid-a', 'bid-b', 'bid-c', 'bid-d');
const anyBid = fc.record({
  fid: bidFid,
  status: fc.constantFrom('Allocated', 'Open', 'Paused', 'Preempting', 'Terminated'),
  limit_price: fc.constantFrom('$1.00', '$2.50', '€3.00', 'a lot'),
  instance_quantity: fc.constantFrom(0, 1, 3, null),
});
const anyInstance = fc.record({
  fid: fc.constantFrom('one', 'two', 'three', 'four', 'five'),
  status: fc.constantFrom('STATUS_RUNNING', 'STATUS_PREEMPTING', 'STATUS_STARTING', 'STATUS_TERMINATED'),
  bid: fc.option(bidFid, { nil: null }),
});
const step = fc.record({
  bids: fc.uniqueArray(anyBid, { selector: ({ fid }) => fid }),
  instances: fc.uniqueArray(anyInstance, { selector: ({ fid }) => fid }),
  /** The lists that arrive. */
  arrives: fc.constantFrom('bids', 'instances', 'both'),
  /** Whether an earlier state is shown first, as a dialog over frozen lists does. */
  goesBack: fc.boolean(),
});

/** What a cost says, without the order of its parts. */
const said = (cost: Exposure) => ({
  kind: cost.kind,
  least: leastOf(cost)
    .map(({ sign, micros }) => `${sign} ${micros}`)
    .toSorted(),
  without: withoutOf(cost)
    .map(({ of, name }) => `${of} ${name}`)
    .toSorted(),
});

function expectTotals({ lists, features, now }: ConsoleState): void {
  const { bids, instances } = lists;
  const byBid = instancesByBid({ rows: instances.rows, delta: null });
  const fleet = {
    bids: bids.rows,
    instances: instances.rows,
    charged: (fid: string) => byBid.get(fid)?.charged ?? 0,
  };
  expect(said(exposureIn(lists))).toEqual(said(sumOf(fleetParts(fleet, chargedInstances))));
  expect(said(committedIn(lists))).toEqual(said(sumOf(fleetParts(fleet, committedInstances))));
  const running = [...instances.rows.values()].filter(({ row }) => isStatus(row.status, 'running'));
  const withoutBid = running.filter(({ row }) => row.bid === null || !bids.rows.has(row.bid)).length;
  const wanted = [...bids.rows.values()].map(({ row }) => {
    const own = byBid.get(row.fid)?.running ?? 0;
    return wants(row) ? Math.max(own, row.instance_quantity ?? own) : own;
  });
  expect(countsIn(lists)).toEqual({
    running: running.length,
    wanted: wanted.reduce((sum, one) => sum + one, withoutBid),
    withoutBid,
  });
  const shown = [...bids.rows.values()].filter(({ row }) => !isLongEnded(row, features.panes.bids, bids.endedAt, now));
  const line = countsOf({ ...consoleWith({}), lists, features, now });
  expect(Number.parseInt(line.long, 10)).toBe(shown.length);
}

test('costs and counts in the header are those of all rows, whichever of them changed, came or went', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
      let state = consoleWith({});
      const first = state;
      let sequence = 100;
      for (const { bids, instances, arrives, goesBack } of steps) {
        if (goesBack) expectTotals(first);
        sequence += 1;
        // Two misses show that a row is gone: the time between them is that of a poll.
        const now = state.now + 60_000;
        const poll = { at: now, sequence };
        state = { ...state, now };
        if (arrives !== 'instances')
          state = rowsArrived(state, 'bids', whole(...bids.map(({ fid, ...more }) => bid(fid, more))), poll, now);
        if (arrives !== 'bids')
          state = rowsArrived(
            state,
            'instances',
            whole(...instances.map(({ fid, ...more }) => instance(fid, more))),
            poll,
            now,
          );
        expectTotals(state);
      }
    }),
  );
});

test('a fault while the rows are counted leaves nothing behind in later counts', () => {
  const poll = { at: NOON, sequence: 1 };
  const instances = whole(instance('one', { bid: 'bid-a' }), instance('two', { bid: 'bid-a' }));
  const listed = rowsArrived(consoleWith({}), 'instances', instances, poll, NOON);
  const state = rowsArrived(listed, 'bids', whole(bid('bid-a'), bid('bid-b')), poll, NOON);
  const rows = new Map(state.lists.bids.rows);
  const faulty = {
    ...state.lists,
    bids: {
      ...state.lists.bids,
      rows: Object.assign(rows, {
        get: () => {
          throw new Error('A row that can not be read.');
        },
      }),
    },
  };
  expect(() => countsIn(faulty)).toThrow('can not be read');
  expectTotals(state);
});
