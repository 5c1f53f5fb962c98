import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WholeList } from '../../src/api/result.ts';
import type { Rows } from '../../src/resources/rows.ts';
import { agesInView, isOld, promisedMs } from '../../src/store/age.ts';
import type { Poll } from '../../src/store/row-memory.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { firstPagesArrived, partArrived, rowsArrived } from '../../src/store/transitions.ts';
import { NOON } from './hand-clock.ts';
import { bid, instance, startedConsole, whole } from './made.ts';

const FIDS = ['a', 'b', 'c', 'd'];

/** Requests: what for, when they are sent, in milliseconds after the one before, and how long their answers take. */
const requests = fc.array(
  fc.record({
    list: fc.constantFrom('bids' as const, 'instances' as const),
    kind: fc.constantFrom<Kind>('page', 'part', 'whole'),
    fids: fc.uniqueArray(fc.constantFrom(...FIDS), { minLength: 1 }),
    wait: fc.nat(3000),
    took: fc.nat(12_000),
  }),
  { minLength: 1, maxLength: 25 },
);

type Kind = 'page' | 'part' | 'whole';

function arrives<Name extends 'bids' | 'instances'>(
  state: ConsoleState,
  name: Name,
  rows: WholeList<Rows[Name]>,
  kind: Kind,
  poll: Poll,
  now: number,
): ConsoleState {
  if (kind === 'whole') return rowsArrived(state, name, rows, poll, now);
  return kind === 'page' && state.lists[name].fetchedAt === null
    ? firstPagesArrived(state, name, rows.rows, poll, now)
    : partArrived(state, name, { rows: rows.rows, gone: [] }, poll, now);
}

test('no row in view, and no instance that it counts, looks newer than the answer that it is from', () => {
  fc.assert(
    fc.property(requests, fc.nat(4000), (made, after) => {
      let sentAt = NOON;
      const sent = made.map((request) => {
        sentAt += request.wait;
        return { ...request, at: sentAt, endsAt: sentAt + request.took };
      });
      const moments = [
        ...sent.map((request) => ({ at: request.at, request, isEnd: false })),
        ...sent.map((request) => ({ at: request.endsAt, request, isEnd: true })),
      ].toSorted((a, b) => a.at - b.at);
      let state: ConsoleState = startedConsole();
      const places = new Map<unknown, number>();
      for (const [place, { at: now, request, isEnd }] of moments.entries()) {
        const sequence = places.get(request);
        if (!isEnd || sequence === undefined) {
          places.set(request, place + 1);
          continue;
        }
        const { list, kind, fids, at } = request;
        const poll = { at, sequence, until: place + 1 };
        const all = kind === 'whole' ? FIDS : fids;
        // Each row says when it was requested. Instances belong to the bid of the same name.
        const name = String(at);
        if (list === 'bids')
          state = arrives(state, list, whole(...all.map((fid) => bid(fid, { name }))), kind, poll, now);
        else {
          const rows = whole(...all.map((fid) => instance(`i-${fid}`, { name, bid: fid })));
          state = arrives(state, list, rows, kind, poll, now);
        }
      }
      state = { ...state, now: Math.max(...sent.map(({ endsAt }) => endsAt)) + after };
      const { bids, instances } = state.lists;
      const shown = agesInView(state, ['bids', 'instances'], state.lists);
      for (const fid of FIDS) {
        const ages = [bids.rows.get(fid), instances.rows.get(`i-${fid}`)].flatMap((listed) =>
          listed === undefined ? [] : [state.now - Number(listed.row.name)],
        );
        if (!bids.rows.has(fid)) continue;
        expect(shown.inView, fid).toBeGreaterThanOrEqual(Math.max(...ages));
        expect(shown.rest, fid).toBeGreaterThanOrEqual(Math.max(...ages));
        if (!isOld(state, 'bids', fid)) expect(Math.max(...ages), fid).toBeLessThanOrEqual(promisedMs(state));
      }
    }),
    { numRuns: 500 },
  );
});
