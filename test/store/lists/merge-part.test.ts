import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oldestRequest, requestedAt } from '../../../src/store/list.ts';
import type { PollStart } from '../../../src/store/row-memory.ts';
import { firstPagesArrived, partArrived, rowsArrived } from '../../../src/store/transitions.ts';
import { NOON } from '../hand-clock.ts';
import { bid, consoleWith, startedConsole, whole } from '../made.ts';

const FIDS = ['a', 'b', 'c', 'd', 'e'];
/** Bids of the service by fid, each with the number of its last change as its quantity. */
type Truth = ReadonlyMap<string, number>;
/** A request under way: for the complete list, or for the rows of some fids. */
type Request = { readonly start: PollStart; readonly truth: Truth; readonly fids: readonly string[] | null };

const fid = fc.constantFrom(...FIDS);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('change', 'remove'), fid }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('list') }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('part'), fids: fc.subarray(FIDS, { minLength: 1 }) }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('arrive'), nth: fc.nat({ max: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('time'), ms: fc.nat({ max: 2000 }) }) },
);

const rowsOf = (truth: Truth, fids: readonly string[]) =>
  whole(
    ...fids.flatMap((fid) => {
      const version = truth.get(fid);
      return version === undefined ? [] : [bid(fid, { instance_quantity: version })];
    }),
  );

test('in whatever order parts and complete lists arrive, each row is as the latest request for it brought it, never younger than that, and rows outside a part stay the same', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }), (steps) => {
      let now = NOON;
      let sequence = 1;
      let version = 1;
      let truth: Truth = new Map(FIDS.slice(0, 3).map((fid) => [fid, version]));
      let open: readonly Request[] = [];
      const removed = new Set<string>();
      let state = consoleWith({ bids: [...rowsOf(truth, FIDS).rows.values()] });
      /** The latest request of each row that has arrived. */
      const latest = new Map<string, Request>(
        FIDS.map((fid) => [fid, { start: { at: NOON, sequence: 0 }, truth, fids: null }]),
      );
      const shown = () => state.lists.bids;

      const arrive = (request: Request): void => {
        open = open.filter((other) => other !== request);
        const before = shown().rows;
        const { start, fids } = request;
        const rows = rowsOf(request.truth, fids ?? FIDS);
        const gone = FIDS.filter((fid) => fids?.includes(fid) === true && !request.truth.has(fid));
        state =
          fids === null
            ? rowsArrived(state, 'bids', rows, start, now)
            : partArrived(state, 'bids', { rows: rows.rows, gone }, start, now);
        for (const fid of fids ?? FIDS)
          if ((latest.get(fid)?.start.sequence ?? 0) < start.sequence) latest.set(fid, request);
        for (const fid of FIDS) {
          const known = latest.get(fid);
          const row = shown().rows.get(fid);
          const version = known?.truth.get(fid);
          // A row that one answer misses stays, as old as it is.
          if (version !== undefined || row === undefined || row !== before.get(fid))
            expect(row?.row.instance_quantity, `${fid} as last read`).toBe(version);
          if (row !== undefined)
            expect(requestedAt(shown(), fid), `the age of ${fid}`).toBeLessThanOrEqual(known?.start.at ?? 0);
          if (fids !== null && !fids.includes(fid)) expect(row, `${fid} is outside the part`).toBe(before.get(fid));
        }
      };

      for (const one of steps) {
        switch (one.does) {
          case 'change':
            version += 1;
            // No row has the identifier of one that was removed.
            if (!removed.has(one.fid)) truth = new Map(truth).set(one.fid, version);
            break;
          case 'remove':
            removed.add(one.fid);
            truth = new Map([...truth].filter(([fid]) => fid !== one.fid));
            break;
          case 'time':
            now += one.ms;
            break;
          case 'arrive': {
            const request = open[one.nth % Math.max(1, open.length)];
            if (request !== undefined) arrive(request);
            break;
          }
          default: {
            const fids = one.does === 'part' ? one.fids : null;
            // One complete list at a time, as the poller reads them.
            if (fids === null && open.some((request) => request.fids === null)) break;
            sequence += 1;
            open = [...open, { start: { at: now, sequence }, truth, fids }];
          }
        }
      }
    }),
  );
});

describe('the first list', () => {
  const at = (sequence: number): PollStart => ({ at: NOON + sequence, sequence });
  const page = (...fids: readonly string[]) => whole(...fids.map((fid) => bid(fid))).rows;

  test('nothing is new and nothing is gone before it is complete', () => {
    let state = startedConsole();
    state = firstPagesArrived(state, 'bids', page('a', 'b'), at(1), NOON + 5);
    state = firstPagesArrived(state, 'bids', page('c'), at(1), NOON + 6);
    expect([...state.lists.bids.rows.keys()]).toEqual(['a', 'b', 'c']);
    expect(state.lists.bids).toMatchObject({ fetchedAt: null, partialSince: NOON + 1 });
    state = rowsArrived(state, 'bids', whole(bid('a'), bid('c')), at(1), NOON + 7);
    expect([...state.lists.bids.rows.keys()]).toEqual(['a', 'c']);
    expect(state.lists.bids).toMatchObject({ partialSince: null, addedAt: new Map() });
    expect(state.lists.bids.observed.changes).toEqual([]);
  });

  test('a part that came in between is not taken back by a page that was requested before', () => {
    let state = firstPagesArrived(startedConsole(), 'bids', page('a'), at(1), NOON + 5);
    const part = whole(bid('a', { status: 'Paused' })).rows;
    state = partArrived(state, 'bids', { rows: part, gone: [] }, at(2), NOON + 6);
    state = firstPagesArrived(state, 'bids', page('a', 'b'), at(1), NOON + 7);
    expect(state.lists.bids.rows.get('a')?.row.status).toBe('Paused');
    state = rowsArrived(state, 'bids', whole(bid('a'), bid('b')), at(1), NOON + 8);
    expect(state.lists.bids.rows.get('a')?.row.status).toBe('Paused');
    expect(requestedAt(state.lists.bids, 'a')).toBe(NOON + 2);
    expect(requestedAt(state.lists.bids, 'b')).toBe(NOON + 1);
  });

  test('each row is as old as the request that brought it, and the first of them tells the age of the oldest', () => {
    let state = firstPagesArrived(startedConsole(), 'bids', page('a', 'b'), at(1), NOON + 5);
    state = firstPagesArrived(state, 'bids', page('b', 'c'), at(9), NOON + 12);
    expect(['a', 'b', 'c', 'unknown'].map((fid) => requestedAt(state.lists.bids, fid))).toEqual([
      NOON + 1,
      NOON + 9,
      NOON + 9,
      NOON + 1,
    ]);
    expect(oldestRequest(state.lists.bids)).toBe(NOON + 1);
    state = rowsArrived(state, 'bids', whole(bid('a'), bid('b')), at(9), NOON + 13);
    expect(state.lists.bids.partial.size).toBe(0);
    expect(oldestRequest(state.lists.bids)).toBe(NOON + 9);
  });

  test('after a failed first load its rows stay, as old as they are', () => {
    let state = firstPagesArrived(startedConsole(), 'bids', page('a'), at(1), NOON + 5);
    state = firstPagesArrived(state, 'bids', page('b'), at(9), NOON + 12);
    expect([...state.lists.bids.rows.keys()]).toEqual(['a', 'b']);
    expect(requestedAt(state.lists.bids, 'a')).toBe(NOON + 1);
  });
});
