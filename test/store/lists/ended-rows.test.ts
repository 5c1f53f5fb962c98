import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../src/lib/duration.ts';
import { cursorRow, hiddenMarks, visibleRows } from '../../../src/store/lists/visible-rows.ts';
import { cursorMoved, endedToggled, filterTyped, rowSelected, shownMarked } from '../../../src/store/panes/cursor.ts';
import { rowsArrived, timePassed } from '../../../src/store/transitions.ts';
import { NOON } from '../hand-clock.ts';
import { bid, consoleWith, instance, shownFids, whole } from '../made.ts';

const ended = (fid: string, more = {}) => bid(fid, { status: 'Terminated', ...more });
const start = consoleWith({ bids: [bid('a'), bid('b'), ended('old')] });
const poll = (sequence: number, at: number) => ({ sequence, at });

describe('what ended long ago', () => {
  test('is not shown but counted, and comes and goes with E; the cursor stays on its row', () => {
    const onB = cursorMoved(start, 'bids', 1);
    expect(shownFids(onB, 'bids')).toEqual(['a', 'b']);
    expect(visibleRows(onB, 'bids').ended.hidden).toBe(1);
    const all = endedToggled(onB, 'bids');
    expect(shownFids(all, 'bids')).toEqual(['a', 'b', 'old']);
    expect(cursorRow(all, 'bids')?.row.fid).toBe('b');
    expect(shownFids(endedToggled(all, 'bids'), 'bids')).toEqual(['a', 'b']);
  });

  test('is found by a filter', () => {
    expect(shownFids(filterTyped(start, 'bids', 'status:terminated'), 'bids')).toEqual(['old']);
  });

  test('is not marked with all others', () => {
    const marked = shownMarked(start, 'bids');
    expect([...marked.views.bids.marks]).toEqual(['a', 'b']);
    expect(hiddenMarks(marked, 'bids')).toBeNull();
  });

  test('stays while the cursor is on it, and goes when that moves on', () => {
    const on = rowSelected(endedToggled(start, 'bids'), 'bids', 'old');
    const hidden = { ...on, views: { ...on.views, bids: { ...on.views.bids, showsEnded: false } } };
    expect(shownFids(hidden, 'bids')).toContain('old');
    expect(shownFids(cursorMoved(hidden, 'bids', -1), 'bids')).toEqual(['a', 'b']);
  });
});

describe('what ends while the console looks', () => {
  const two = whole(ended('a'), bid('b'), ended('old'));

  test('is shown for an hour, the last of all', () => {
    const now = rowsArrived(rowSelected(start, 'bids', 'b'), 'bids', two, poll(1, NOON), NOON);
    expect(shownFids(now, 'bids')).toEqual(['b', 'a']);
    const soon = NOON + HOUR_MS - 1000;
    expect(shownFids(rowsArrived(timePassed(now, soon), 'bids', two, poll(2, soon), soon), 'bids')).toContain('a');
    const later = NOON + HOUR_MS;
    const much = whole(ended('a'), bid('b', { name: 'c' }), ended('old'));
    expect(shownFids(rowsArrived(timePassed(now, later), 'bids', much, poll(3, later), later), 'bids')).toEqual(['b']);
  });

  test('and so is a bid that ended less than an hour before the first list, as the service says', () => {
    const just = ended('just', { deactivated_at: new Date(NOON - HOUR_MS / 2).toISOString() });
    expect(shownFids(consoleWith({ bids: [bid('a'), just, ended('old')] }), 'bids')).toEqual(['a', 'just']);
  });
});

test('bids are in the order of need: preempting, partly lost, open, starting, whole, paused', () => {
  const allocated = (fid: string) => bid(fid, { instance_quantity: 2 });
  const state = consoleWith({
    bids: [
      bid('f-paused', { status: 'Paused' }),
      allocated('e-whole'),
      allocated('d-starts'),
      bid('c-open', { status: 'Open' }),
      allocated('b-partly'),
      bid('a-preempting', { status: 'Preempting' }),
    ],
    instances: [
      instance('1', { bid: 'e-whole' }),
      instance('2', { bid: 'e-whole' }),
      instance('3', { bid: 'd-starts' }),
      instance('4', { bid: 'd-starts', status: 'STATUS_STARTING' }),
      instance('5', { bid: 'b-partly' }),
    ],
  });
  expect(shownFids(state, 'bids')).toEqual(['a-preempting', 'b-partly', 'c-open', 'd-starts', 'e-whole', 'f-paused']);
});
