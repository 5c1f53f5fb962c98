import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pauseBid } from '../../src/resources/bids/writes.ts';
import type { PollStart } from '../../src/store/row-memory.ts';
import { firstPagesArrived, partArrived, rowsArrived } from '../../src/store/transitions.ts';
import { writeAwaitsList, writeSent } from '../../src/store/writes/pending-writes.ts';
import { NOON } from './hand-clock.ts';
import { bid, consoleWith, startedConsole, whole } from './made.ts';

const FIDS = ['a', 'b', 'c', 'd'];

/** A request under way: for the complete list, or for the rows of some fids. `read` has the version of each row that was read so far. */
type Request = {
  readonly start: PollStart;
  readonly fids: readonly string[] | null;
  readonly read: Map<string, number>;
};

const fid = fc.constantFrom(...FIDS);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('change'), fid }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('list') }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('part'), fids: fc.subarray(FIDS, { minLength: 1 }) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('read'), fid, nth: fc.nat({ max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('page'), nth: fc.nat({ max: 3 }) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('arrive'), nth: fc.nat({ max: 3 }) }) },
);

test('a row never goes back to an earlier version, whenever requests wait and in whatever order their pages are read and arrive', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }), fc.boolean(), (steps, isStarted) => {
      let sequence = 0;
      let version = 1;
      const truth = new Map(FIDS.map((fid) => [fid, version]));
      const rowsOf = (versions: ReadonlyMap<string, number>) =>
        whole(...[...versions].map(([fid, quantity]) => bid(fid, { instance_quantity: quantity })));
      let state = isStarted ? consoleWith({ bids: [...rowsOf(truth).rows.values()] }) : startedConsole();
      let open: readonly Request[] = [];
      const shown = (fid: string): number => state.lists.bids.rows.get(fid)?.row.instance_quantity ?? 0;
      const next = (): number => {
        sequence += 1;
        return sequence;
      };
      const read = ({ fids, read: versions }: Request, fid: string): void => {
        if (fids === null || fids.includes(fid)) versions.set(fid, versions.get(fid) ?? truth.get(fid) ?? 0);
      };
      const show = (arrived: () => typeof state): void => {
        const before = new Map(FIDS.map((fid) => [fid, shown(fid)]));
        state = arrived();
        for (const fid of FIDS)
          expect(shown(fid), `the version of ${fid}`).toBeGreaterThanOrEqual(before.get(fid) ?? 0);
      };
      const arrive = (request: Request): void => {
        open = open.filter((other) => other !== request);
        for (const fid of FIDS) read(request, fid);
        const rows = rowsOf(request.read);
        const poll = { ...request.start, until: next() };
        show(() =>
          request.fids === null
            ? rowsArrived(state, 'bids', rows, poll, NOON)
            : partArrived(state, 'bids', { rows: rows.rows, gone: [] }, poll, NOON),
        );
      };
      const send = (fids: Request['fids']): Request => {
        const request = { start: { at: NOON, sequence: next() }, fids, read: new Map() };
        open = [...open, request];
        return request;
      };

      for (const one of steps) {
        const request = 'nth' in one ? open[one.nth % Math.max(1, open.length)] : undefined;
        if (one.does === 'change') {
          version += 1;
          truth.set(one.fid, version);
        } else if (one.does === 'part') send(one.fids);
        else if (one.does === 'list') {
          // One complete list at a time, as the poller reads them.
          if (open.every(({ fids }) => fids !== null)) send(null);
        } else if (request === undefined) continue;
        else if (one.does === 'read') read(request, one.fid);
        else if (one.does === 'arrive') arrive(request);
        else if (request.fids === null && state.lists.bids.fetchedAt === null && request.read.size > 0) {
          const poll = { ...request.start, until: next() };
          show(() => firstPagesArrived(state, 'bids', rowsOf(request.read).rows, poll, NOON));
        }
      }
      for (const request of open) arrive(request);
      arrive(send(null));
      for (const fid of FIDS) expect(shown(fid)).toBe(truth.get(fid));
    }),
    { numRuns: 1000 },
  );
});

test('a list does not confirm a change to a row that stayed, because the row may have been read before the change', () => {
  const paused = bid('a', { status: 'Paused' });
  const start = writeSent(consoleWith({ bids: [bid('a')] }), 1, pauseBid(bid('a').row), NOON);
  const part = { rows: whole(bid('a')).rows, gone: [] };
  const ended = partArrived(
    writeAwaitsList(start, 1, 'done', 3, NOON),
    'bids',
    part,
    { at: NOON, sequence: 2, until: 5 },
    NOON,
  );
  const state = rowsArrived(ended, 'bids', whole(paused), { at: NOON, sequence: 4, until: 6 }, NOON);
  expect(state.lists.bids.rows.get('a')?.row.status).toBe('Allocated');
  expect(state.pending).toHaveLength(1);
  const later = rowsArrived(state, 'bids', whole(paused), { at: NOON, sequence: 7, until: 8 }, NOON);
  expect(later.lists.bids.rows.get('a')?.row.status).toBe('Paused');
  expect(later.pending).toHaveLength(0);
});

test('a part that was requested before a page of the first list brings no earlier row back', () => {
  const version = (quantity: number) => whole(bid('a', { instance_quantity: quantity }));
  const part = (quantity: number) => ({ rows: version(quantity).rows, gone: [] });
  const first = partArrived(startedConsole(), 'bids', part(1), { at: NOON, sequence: 1, until: 2 }, NOON);
  const page = firstPagesArrived(first, 'bids', version(2).rows, { at: NOON, sequence: 4, until: 6 }, NOON);
  const late = partArrived(page, 'bids', part(1), { at: NOON, sequence: 3, until: 7 }, NOON);
  expect(late.lists.bids.rows.get('a')?.row.instance_quantity).toBe(2);
  const list = rowsArrived(late, 'bids', version(2), { at: NOON, sequence: 4, until: 8 }, NOON);
  expect(list.lists.bids.rows.get('a')?.row.instance_quantity).toBe(2);
});
