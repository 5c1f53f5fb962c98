import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unicodeGlyphs } from '../../src/resources/glyphs.ts';
import { timeLeftOf } from '../../src/store/preemption.ts';
import { startState } from '../../src/store/start-state.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { firstPagesArrived, partArrived, rowsArrived } from '../../src/store/transitions.ts';
import { loadedFeatures } from '../features-loaded.ts';
import { consoles } from './consoles.ts';
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

test('a bid that is being preempted in the first page of the first list may have been for any time', async () => {
  expect(begun('Preempting').preempting.get('a')).toEqual({ seenAt: NOON + 5000, otherwiseAt: null, began: null });
  const began = { after: NOON, by: NOON + 5000 };
  expect(begun('Allocated').preempting.get('a')).toEqual({ seenAt: NOON + 5000, otherwiseAt: NOON, began });
});

describe('the time left of a preemption', () => {
  const preempted = { bids: [bid('a', { status: 'Preempting' })] };
  const leftOf = ({ store }: { readonly store: { readonly getState: () => ConsoleState } }) =>
    timeLeftOf(store.getState(), 'a');

  test('goes on in a console that starts later, from the start that another one has seen, and ends as overdue', async () => {
    const all = consoles();
    const first = await all.start();
    await first.lists({ bids: [bid('a')] });
    all.pass(2000);
    await first.lists(preempted);
    first.stop();
    all.pass(61_000);
    const later = await all.start();
    await later.lists(preempted);
    expect(leftOf(later)).toEqual({ kind: 'known', leftMs: 239_000, slackMs: 2000 });
    all.pass(240_000);
    await later.second();
    expect(leftOf(later)).toEqual({ kind: 'overdue', byMs: 2000 });
  });

  test.each([
    ['in no list before', 0, undefined, { kind: 'unknown' }],
    ['seen running a minute before', 60_000, undefined, { kind: 'known', leftMs: 299_000, slackMs: 60_000 }],
    ['seen running two hours before', 7_200_000, undefined, { kind: 'unknown' }],
    [
      'in no list before, with the time of its change',
      0,
      NOON - 100_000,
      { kind: 'known', leftMs: 199_000, slackMs: 0 },
    ],
    [
      'seen running before, with a time of change before that',
      2000,
      NOON - 9000,
      { kind: 'known', leftMs: 297_000, slackMs: 0 },
    ],
    ['in no list before, with a time to come', 0, NOON + 5000, { kind: 'unknown' }],
    ['in no list before, with a change an hour ago', 0, NOON - 3_600_000, { kind: 'overdue', byMs: 3_301_000 }],
  ] as const)('a second later, of a bid %s', async (_, beforeMs, changedAt, left) => {
    const updated = changedAt === undefined ? {} : { updated_at: new Date(changedAt).toISOString() };
    const seen = { bids: [bid('a', { status: 'Preempting', ...updated })] };
    const all = consoles();
    all.pass(-beforeMs);
    const console = await all.start();
    if (beforeMs > 0) await console.lists({ bids: [bid('a')] });
    all.pass(beforeMs);
    await console.lists(seen);
    await console.second();
    expect(leftOf(console)).toEqual(left);
  });

  test('of a second preemption does not count from the first one', async () => {
    const all = consoles();
    const first = await all.start();
    const running = { bids: [bid('a')] };
    for (const [ms, rows] of [
      [0, running],
      [2000, preempted],
      [200_000, running],
      [1000, running],
    ] as const) {
      all.pass(ms);
      await first.listsTwice(rows);
    }
    first.stop();
    all.pass(3_600_000);
    const later = await all.start();
    await later.lists(preempted);
    expect(leftOf(later)).toEqual({ kind: 'unknown' });
  });
});

test('after any lists and parts exactly the listed rows that are being preempted have a clock, since the first list that showed it', async () => {
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
