import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createReasons } from '../../../src/features/why/known-reasons.ts';
import { NO_PAST, type RowPast } from '../../../src/features/why/past.ts';
import { NOTHING_READ } from '../../../src/features/why/state.ts';
import type { ContextSource } from '../../../src/resources/context.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { partArrived, rowsArrived } from '../../../src/store/transitions.ts';
import { bid, consoleWith, instance, whole } from '../../store/made.ts';

const bidFid = fc.constantFrom('bid-a', 'bid-b', 'bid-c');
const status = fc.constantFrom('Allocated', 'Allocated', 'Open', 'Preempting', 'Paused', 'Terminated');
const anyBid = fc.record({
  fid: bidFid,
  status,
  limit_price: fc.constantFrom('$1.00', '$2.00', '$3.00', '€2.00'),
  region: fc.constantFrom('eu', 'eu', 'eu', 'us'),
});
const anyInstance = fc.record({
  fid: fc.constantFrom('one', 'two'),
  status: fc
    .constantFrom('RUNNING', 'PREEMPTING', 'INITIALIZING', 'STOPPING', 'STOPPED')
    .map((name) => `STATUS_${name}`),
  bid: fc.option(bidFid, { nil: null }),
});
const lists = {
  bids: fc.uniqueArray(anyBid, { selector: ({ fid }) => fid }),
  instances: fc.uniqueArray(anyInstance, { selector: ({ fid }) => fid }),
};
const afterMs = fc.constantFrom(2000, 15_000, 30_000);
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('bids', 'instances', 'part'), ...lists, afterMs }),
  fc.record({ kind: fc.constant('again'), afterMs }),
  fc.record({
    kind: fc.constant('past'),
    fid: fc.oneof(bidFid, fc.constantFrom('one', 'two')),
    isRepriced: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('gap') }),
  fc.record({ kind: fc.constant('back'), by: fc.nat(4) }),
);
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

const sourceOf = (state: ConsoleState): ContextSource => ({ now: state.now, state, lists: state.lists });

const pastOf = (before: RowPast, at: number, to: string | null, isRepriced: boolean): RowPast =>
  isRepriced
    ? { ...before, repricedAt: at }
    : { ...before, changes: [...before.changes, { at, since: at - 2000, from: 'Allocated', to }] };

/** The state after a step. */
function after(state: ConsoleState, one: Step, sequence: number): ConsoleState {
  const { knownPasts = NOTHING_READ, lists } = state;
  if (knownPasts.kind === 'none' || 'by' in one) return state;
  if ('fid' in one) {
    const status = (lists.bids.rows.get(one.fid) ?? lists.instances.rows.get(one.fid))?.row.status ?? null;
    const past = pastOf(knownPasts.pasts.get(one.fid) ?? NO_PAST, state.now, status, one.isRepriced);
    return { ...state, knownPasts: { ...knownPasts, pasts: new Map(knownPasts.pasts).set(one.fid, past) } };
  }
  if (!('afterMs' in one))
    return { ...state, knownPasts: { ...knownPasts, gaps: [{ from: state.now - 4000, to: state.now - 1000 }] } };
  const now = state.now + one.afterMs;
  const poll = { at: now, sequence };
  const next = { ...state, now };
  if (!('bids' in one)) return rowsArrived(next, 'bids', whole(...lists.bids.rows.values()), poll, now);
  const bids = whole(...one.bids.map(({ fid, ...more }) => bid(fid, more)));
  if (one.kind === 'part') return partArrived(next, 'bids', { rows: bids.rows, gone: [] }, poll, now);
  if (one.kind === 'bids') return rowsArrived(next, 'bids', bids, poll, now);
  const instances = whole(...one.instances.map(({ fid, ...more }) => instance(fid, more)));
  return rowsArrived(next, 'instances', instances, poll, now);
}

test('reasons are those that all rows and their past give, whatever changed since they were last found', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
      const kept = createReasons();
      const states = [
        consoleWith({
          bids: [bid('bid-a'), bid('bid-b', { status: 'Open', limit_price: '$1.00' })],
          instances: [instance('one', { bid: 'bid-a', status: 'STATUS_INITIALIZING' })],
        }),
      ];
      for (const [n, one] of steps.entries()) {
        const [state] = states;
        if (state === undefined) return;
        states.unshift(after(state, one, 100 + n));
        // A dialog over frozen lists looks at an earlier state and then at the live one again.
        const shown = states['by' in one ? one.by : 0] ?? state;
        const anew = createReasons();
        expect(new Map(kept.ofBids(sourceOf(shown)))).toEqual(new Map(anew.ofBids(sourceOf(shown))));
        expect(new Map(kept.ofInstances(sourceOf(shown)))).toEqual(new Map(anew.ofInstances(sourceOf(shown))));
      }
    }),
    { numRuns: 500 },
  );
});
