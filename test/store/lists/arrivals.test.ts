import { expect, test, vi } from 'vitest';
import { cursorRow } from '../../../src/store/lists/visible-rows.ts';
import { cursorMoved, filterTyped, viewsSettled } from '../../../src/store/panes/cursor.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { partArrived, rowsArrived, timePassed } from '../../../src/store/transitions.ts';
import { NOON } from '../hand-clock.ts';
import { bid, consoleWith, whole } from '../made.ts';

const MANY = 1000;
const prices = Array.from({ length: MANY }, (_, at) => ((at * 7919) % 997) / 100 + 1);
const bidsAt = (more: number) =>
  whole(...prices.map((price, at) => bid(`bid-${at}`, { limit_price: `$${(price + more).toFixed(2)}` })));

/** Runs a function and returns the lengths of the large arrays that it sorted. */
function sortedBy(act: () => void): readonly number[] {
  const lengths: number[] = [];
  const { sort, toSorted } = Array.prototype;
  vi.spyOn(Array.prototype, 'sort').mockImplementation(function (this: unknown[], ...how) {
    lengths.push(this.length);
    return sort.apply(this, how);
  });
  vi.spyOn(Array.prototype, 'toSorted').mockImplementation(function (this: unknown[], ...how) {
    lengths.push(this.length);
    return toSorted.apply(this, how);
  });
  act();
  vi.restoreAllMocks();
  return lengths.filter((length) => length >= MANY / 2);
}

const start = viewsSettled(rowsArrived(consoleWith(), 'bids', bidsAt(0), { at: NOON, sequence: 1 }, NOON));

test('rows that arrive are not sorted, filtered or grouped before they are drawn: a program without a screen never sorts', () => {
  let state: ConsoleState = filterTyped(start, 'bids', 'status:allocated');
  const arrivals = sortedBy(() => {
    const asked = (sequence: number) => ({ at: NOON + sequence * 2000, sequence });
    state = rowsArrived(state, 'bids', bidsAt(1), asked(2), NOON + 4000);
    state = partArrived(state, 'bids', { rows: bidsAt(2).rows, gone: [] }, asked(3), NOON + 6000);
    state = timePassed(state, NOON + 20_000);
  });
  expect(arrivals).toEqual([]);
  expect(sortedBy(() => void viewsSettled(state)).length).toBeGreaterThan(0);
});

test('the cursor is still on its row when rows have come and gone before the next frame', () => {
  const moved = cursorMoved(start, 'bids', 400);
  const before = cursorRow(moved, 'bids')?.row.fid ?? '';
  const less = new Map([...bidsAt(3).rows].filter(([fid]) => fid === before || Number(fid.slice(4)) % 3 === 0));
  const next = rowsArrived(moved, 'bids', { ...whole(), rows: less }, { at: NOON + 2000, sequence: 2 }, NOON + 2000);
  expect(cursorRow(next, 'bids')?.row.fid).toBe(before);
  expect(cursorRow(viewsSettled(next), 'bids')?.row.fid).toBe(before);
});
