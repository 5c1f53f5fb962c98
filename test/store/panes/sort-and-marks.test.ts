import { describe, expect, test } from 'vitest';
import { cursorRow, targetsIn } from '../../../src/store/lists/visible-rows.ts';
import {
  cursorAt,
  filterTyped,
  focusMoved,
  marksCleared,
  markToggled,
  paneFocused,
  shownMarked,
  sortedBy,
  sortReversed,
} from '../../../src/store/panes/cursor.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { NOON } from '../hand-clock.ts';
import { bid, byPrice, consoleWith, rowsArrivedTwice, shownFids, volume, whole } from '../made.ts';

describe('sorting', () => {
  const volumes = [
    volume('big', { capacity_gb: 900 }),
    volume('unknown', { capacity_gb: null }),
    volume('twin-b', { capacity_gb: 100 }),
    volume('twin-a', { capacity_gb: 100 }),
  ];
  const bySize = sortedBy(consoleWith({ volumes }), 'volumes', 'size');

  test('equal rows keep the order of their fids, whichever way the column is sorted', () => {
    expect(bySize.views.volumes.sort).toEqual({ column: 'size', descending: true });
    expect(shownFids(bySize, 'volumes')).toEqual(['big', 'twin-a', 'twin-b', 'unknown']);
    expect(shownFids(sortReversed(bySize, 'volumes'), 'volumes')).toEqual(['twin-a', 'twin-b', 'big', 'unknown']);
  });

  test('the cursor stays on its row when the order is reversed', () => {
    const onBig = cursorAt(bySize, 'volumes', 0);
    expect(cursorRow(sortReversed(onBig, 'volumes'), 'volumes')?.row.fid).toBe('big');
  });

  test('prices sort as amounts, not as texts', () => {
    const bids = [
      bid('ten', { limit_price: '$10.00' }),
      bid('two', { limit_price: '$2.00' }),
      bid('odd', { limit_price: 'soon' }),
    ];
    expect(shownFids(byPrice(consoleWith({ bids })), 'bids')).toEqual(['ten', 'two', 'odd']);
  });
});

describe('marks', () => {
  const bids = [bid('a'), bid('b'), bid('c')];

  test('marking goes on to the next row, and marking again takes the mark away', () => {
    const two = markToggled(markToggled(consoleWith({ bids }), 'bids'), 'bids');
    expect([...two.views.bids.marks]).toEqual(['a', 'b']);
    expect(cursorRow(two, 'bids')?.row.fid).toBe('c');
    const again = markToggled(cursorAt(two, 'bids', 0), 'bids');
    expect([...again.views.bids.marks]).toEqual(['b']);
  });

  test('all shown rows are marked at once, and unmarked by the same key', () => {
    const all = shownMarked(consoleWith({ bids }), 'bids');
    expect([...all.views.bids.marks]).toEqual(['a', 'b', 'c']);
    expect(shownMarked(all, 'bids').views.bids.marks.size).toBe(0);
  });

  test('hidden rows are not marked, and actions leave hidden marks alone', () => {
    const filtered = filterTyped(consoleWith({ bids }), 'bids', 'name:b');
    expect([...shownMarked(filtered, 'bids').views.bids.marks]).toEqual(['b']);
    const marked = markToggled(cursorAt(consoleWith({ bids }), 'bids', 0), 'bids');
    const hidden = filterTyped(marked, 'bids', 'name:c');
    expect(targetsIn(hidden, 'bids').map(({ fid }) => fid)).toEqual(['c']);
  });

  test('with marks the actions are for the marks, not for the row under the cursor', () => {
    const marked = markToggled(consoleWith({ bids }), 'bids');
    expect(cursorRow(marked, 'bids')?.row.fid).toBe('b');
    expect(targetsIn(marked, 'bids').map(({ fid }) => fid)).toEqual(['a']);
    expect(targetsIn(marksCleared(marked, 'bids'), 'bids').map(({ fid }) => fid)).toEqual(['b']);
  });

  test('marks survive a refresh, and end with their row', () => {
    const marked = shownMarked(consoleWith({ bids }), 'bids');
    const next = rowsArrivedTwice(
      marked,
      'bids',
      whole(bid('a', { status: 'Open' }), bid('c')),
      { sequence: 1, at: NOON },
      NOON,
    );
    expect([...next.views.bids.marks]).toEqual(['a', 'c']);
  });
});

describe('focus', () => {
  test('Tab goes around the panes in the order of their keys, and not into one that takes the whole screen', () => {
    const tiled = loadedFeatures.paneNames.filter((name) => loadedFeatures.panes[name].side !== 'whole');
    let state = consoleWith();
    const met = tiled.map(() => {
      const { focus } = state;
      state = focusMoved(state, 1);
      return focus;
    });
    expect(met).toEqual(tiled);
    expect(state.focus).toBe('bids');
    expect(focusMoved(state, -1).focus).toBe('activity');
  });

  test('a focused pane is shown, and the right side keeps it until another pane there is focused', () => {
    const own = paneFocused(consoleWith(), 'activity');
    expect(own.tab).toBe('volumes');
    expect(paneFocused(own, 'bids').tab).toBe('volumes');
    expect(paneFocused(own, 'sshKeys').tab).toBe('sshKeys');
  });
});
