import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LEAVING_MS } from '../../../src/store/list.ts';
import { cursorIndex, cursorRow, isGone, targetsIn, whyGone } from '../../../src/store/lists/visible-rows.ts';
import {
  cursorAt,
  cursorMoved,
  filterTyped,
  markToggled,
  rowSelected,
  shownMarked,
  sortReversed,
  viewsSettled,
} from '../../../src/store/panes/cursor.ts';
import { frozen, rowsArrived, thawed, timePassed } from '../../../src/store/transitions.ts';
import { NOON } from '../hand-clock.ts';
import { arrived, bid, byPrice, consoleWith, rowsArrivedTwice, shownFids, whole } from '../made.ts';

const priced = (fid: string, price: string) => bid(fid, { limit_price: price });
const start = byPrice(consoleWith({ bids: [priced('a', '$3.00'), priced('b', '$2.00'), priced('c', '$1.00')] }));
const poll = (sequence: number, at = NOON) => ({ sequence, at });

test('neither a poll nor time removes the row under the cursor: a key meant for it acts on no other row', () => {
  const rows = whole(priced('a', '$3.00'), priced('c', '$1.00'));
  const going = rowsArrivedTwice(cursorAt(start, 'bids', 1), 'bids', rows, poll(1), NOON);
  const later = timePassed(rowsArrived(going, 'bids', rows, poll(2), NOON + LEAVING_MS), NOON + 10 * LEAVING_MS);
  expect(cursorRow(later, 'bids')?.row.fid).toBe('b');
  expect(targetsIn(later, 'bids')).toEqual([]);
  const movedOn = cursorMoved(later, 'bids', 1);
  for (const gone of [
    rowsArrived(movedOn, 'bids', rows, poll(3), NOON + 10 * LEAVING_MS),
    timePassed(movedOn, NOON + 11 * LEAVING_MS),
  ]) {
    expect(shownFids(gone, 'bids')).toEqual(['a', 'c']);
    expect(cursorRow(gone, 'bids')?.row.fid).toBe('c');
  }
});

test('the cursor stays on its row while a filter is typed and cleared', () => {
  const onC = rowSelected(start, 'bids', 'c');
  const filtered = filterTyped(onC, 'bids', 'name:c');
  expect(shownFids(filtered, 'bids')).toEqual(['c']);
  expect(cursorRow(filterTyped(filtered, 'bids', ''), 'bids')?.row.fid).toBe('c');
});

test('a jump clears a filter that hides its row, and no other', () => {
  const jumped = rowSelected(filterTyped(start, 'bids', 'name:c'), 'bids', 'a');
  expect([jumped.views.bids.filter, cursorRow(jumped, 'bids')?.row.fid]).toEqual(['', 'a']);
  expect(rowSelected(filterTyped(start, 'bids', 'region:eu'), 'bids', 'b').views.bids.filter).toBe('region:eu');
});

const step = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), by: fc.integer({ min: -5, max: 5 }) }),
  fc.record({ kind: fc.constant('reverse' as const) }),
  fc.record({
    kind: fc.constant('arrive' as const),
    after: fc.integer({ min: 0, max: 6000 }),
    rows: fc.uniqueArray(
      fc.record({ fid: fc.constantFrom(...'abcdefgh'), price: fc.constantFrom('$1.00', '$2.00', '$3.00') }),
      { selector: ({ fid }) => fid },
    ),
  }),
  fc.record({ kind: fc.constant('tick' as const), after: fc.integer({ min: 0, max: 6000 }) }),
);

test('whatever arrives, the cursor stays on its bid, or at its index when that bid is gone', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      let state = start;
      let now = NOON;
      let sequence = 0;
      for (const one of steps) {
        const before = { fid: cursorRow(state, 'bids')?.row.fid, place: cursorIndex(state, 'bids') };
        if (one.kind === 'move') {
          state = cursorMoved(state, 'bids', one.by);
          const shown = shownFids(state, 'bids');
          const place = Math.max(0, Math.min(before.place + one.by, shown.length - 1));
          expect(cursorRow(state, 'bids')?.row.fid).toBe(shown[place]);
          continue;
        }
        if (one.kind === 'reverse') state = sortReversed(state, 'bids');
        else {
          now += one.after;
          sequence += 1;
          state =
            one.kind === 'tick'
              ? timePassed(state, now)
              : arrived(state, 'bids', [...one.rows.map(({ fid, price }) => priced(fid, price))], sequence, now);
        }
        state = viewsSettled(state);
        const shown = shownFids(state, 'bids');
        expect(new Set(shown).size).toBe(shown.length);
        const at = cursorRow(state, 'bids')?.row.fid;
        if (before.fid !== undefined && shown.includes(before.fid)) expect(at).toBe(before.fid);
        else expect(cursorIndex(state, 'bids')).toBe(Math.min(Math.max(0, before.place), shown.length - 1));
      }
    }),
  );
});

describe('a row that the filter hides while the cursor is on it', () => {
  const open = (fid: string, price: string) => bid(fid, { limit_price: price, status: 'Open' });
  const paused = bid('b', { limit_price: '$2.00', status: 'Paused' });
  const begun = byPrice(consoleWith({ bids: [open('a', '$3.00'), open('b', '$2.00'), open('c', '$1.00')] }));
  const onB = cursorAt(filterTyped(begun, 'bids', 'status:open'), 'bids', 1);
  const rows = whole(open('a', '$3.00'), paused, open('c', '$1.00'));
  const left = rowsArrived(onB, 'bids', rows, poll(1), NOON);

  test('keeps its place and the cursor, is drawn as gone, and is no target, marked or not', () => {
    expect(shownFids(left, 'bids')).toEqual(['a', 'b', 'c']);
    expect(cursorRow(left, 'bids')?.row.fid).toBe('b');
    expect(isGone(left, 'bids', 'b')).toBe(true);
    expect(targetsIn(left, 'bids')).toEqual([]);
    expect([...markToggled(left, 'bids').views.bids.marks]).toEqual([]);
    expect([...shownMarked(left, 'bids').views.bids.marks]).toEqual(['a', 'c']);
    expect(whyGone(left, 'bids')).toBe('b no longer fits the filter. Move to another row first.');
  });

  test.each([
    [1, 'c'],
    [-1, 'a'],
  ])('goes when the cursor moves by %i, to its neighbour', (by, neighbour) => {
    const moved = cursorMoved(left, 'bids', by);
    expect(cursorRow(moved, 'bids')?.row.fid).toBe(neighbour);
    expect(shownFids(moved, 'bids')).toEqual(['a', 'c']);
    expect(isGone(moved, 'bids', neighbour)).toBe(false);
  });

  test('keeps it through polls, another sort and other columns', () => {
    const later = sortReversed(rowsArrived(left, 'bids', rows, poll(2), NOON + LEAVING_MS), 'bids');
    expect(cursorRow(later, 'bids')?.row.fid).toBe('b');
    expect(targetsIn(later, 'bids')).toEqual([]);
  });

  test('is an ordinary row again when it matches again, or the filter is cleared', () => {
    const back = rowsArrived(
      left,
      'bids',
      whole(open('a', '$3.00'), open('b', '$2.50'), open('c', '$1.00')),
      poll(2),
      NOON,
    );
    for (const state of [back, filterTyped(left, 'bids', '')])
      expect(targetsIn(state, 'bids').map(({ fid }) => fid)).toEqual(['b']);
  });

  test('is replaced by the first row when another filter hides it', () => {
    const other = filterTyped(left, 'bids', 'status:open price<2');
    expect(shownFids(other, 'bids')).toEqual(['c']);
    expect(cursorRow(other, 'bids')?.row.fid).toBe('c');
  });

  test('is jumped to by clearing the filter', () => {
    expect(rowSelected(left, 'bids', 'b').views.bids.filter).toBe('');
  });
});

test('a row that was removed while frozen, with the cursor on it, keeps its place after unfreezing', () => {
  const still = frozen(start);
  const rows = whole(priced('a', '$3.00'), priced('c', '$1.00'));
  const later = timePassed(rowsArrivedTwice(still, 'bids', rows, poll(1), NOON), NOON + 10 * LEAVING_MS);
  const onB = thawed(cursorAt(later, 'bids', 1));
  expect(cursorRow(onB, 'bids')?.row.fid).toBe('b');
  expect(targetsIn(onB, 'bids')).toEqual([]);
});
