import { expect, test } from 'vitest';
import { unicodeGlyphs } from '../../src/resources/glyphs.ts';
import { startState } from '../../src/store/start-state.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { firstPagesArrived, rowsArrived } from '../../src/store/transitions.ts';
import { loadedFeatures } from '../features-loaded.ts';
import { NOON } from './hand-clock.ts';
import { bid, connected, whole } from './made.ts';

/** A console whose first list came in pages; `first` is the status of its bid in the first page. */
function begun(first: string): ConsoleState {
  const start = { at: NOON, sequence: 1 };
  const empty = startState(loadedFeatures, connected, unicodeGlyphs, { columns: 160, rows: 45 }, NOON);
  const page = whole(bid('a', { status: first })).rows;
  const paged = firstPagesArrived(empty, 'bids', page, start, NOON + 200);
  return rowsArrived(paged, 'bids', whole(bid('a', { status: 'Preempting' })), start, NOON + 5000);
}

test('a bid that is being preempted in the first page of the first list may have been for any time', () => {
  expect(begun('Preempting').preempting.get('a')).toEqual({ seenAt: NOON + 5000, slackMs: null });
  expect(begun('Allocated').preempting.get('a')).toEqual({ seenAt: NOON + 5000, slackMs: 5000 });
});
