import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unicodeGlyphs } from '../../src/resources/glyphs.ts';
import { startState } from '../../src/store/start-state.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { firstPagesArrived, partArrived, rowsArrived } from '../../src/store/transitions.ts';
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

test('after any lists and parts exactly the listed rows that are being preempted have a clock, since the first list that showed it', () => {
  const status = fc.constantFrom('Allocated', 'Preempting', 'Open');
  const rows = fc.uniqueArray(fc.record({ fid: fc.constantFrom('a', 'b', 'c', 'd', 'e'), status }), {
    selector: ({ fid }) => fid,
  });
  fc.assert(
    fc.property(fc.array(fc.record({ rows, isPart: fc.boolean() }), { minLength: 1, maxLength: 8 }), (steps) => {
      let state = startState(loadedFeatures, connected, unicodeGlyphs, { columns: 160, rows: 45 }, NOON);
      const since = new Map<string, number>();
      for (const [n, step] of steps.entries()) {
        const now = NOON + n * 1000;
        const poll = { at: now - 100, sequence: n + 1 };
        const list = whole(...step.rows.map(({ fid, status }) => bid(fid, { status })));
        // Only a list that is complete has parts.
        const isPart = step.isPart && n > 0;
        state = isPart
          ? partArrived(state, 'bids', { rows: list.rows, gone: [], ofBids: [] }, { ...poll, until: n + 1 }, now)
          : rowsArrived(state, 'bids', list, poll, now);
        const preempted = [...state.lists.bids.rows.values()].filter(({ row }) => row.status === 'Preempting');
        for (const { row } of preempted) if (!since.has(row.fid)) since.set(row.fid, now);
        for (const fid of [...since.keys()])
          if (state.lists.bids.rows.has(fid) && !preempted.some(({ row }) => row.fid === fid)) since.delete(fid);
        expect(new Map([...state.preempting].map(([fid, { seenAt }]) => [fid, seenAt]))).toEqual(since);
      }
    }),
  );
});
