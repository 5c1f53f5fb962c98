import { expect, test } from 'vitest';
import { BidFid } from '../../../../src/contract/fid.ts';
import type { RuleBid } from '../../../../src/features/rules/engine/view.ts';
import { actionFinished, type RuleRecord, stepRule } from '../../../../src/features/rules/runner/step-rule.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../src/lib/duration.ts';
import { by, scheduleRule } from './made-rules.ts';
import { cents, madeBid, madeView, RELEASED } from './made-view.ts';

/** A Monday, 06:59 in UTC. */
const BEFORE = Date.parse('2026-11-23T06:59:00Z');
const AFTER = BEFORE + 2 * MINUTE_MS;

const night = scheduleRule({ maxWrites: 3, maxCost: cents(3000), bids: by('eval') });

const bid = (n: number, more: Partial<RuleBid> = {}): RuleBid =>
  madeBid(`bid_${n}`, { name: `eval-${n}`, state: 'allocated', limit: cents(500), running: 2, ...more });

/** A rule that has followed its times until shortly before 7:00, with these bids paused by it. */
function before(bids: readonly RuleBid[], record: RuleRecord = RELEASED): RuleRecord {
  let { memory } = stepRule(night, record, madeView(BEFORE, bids));
  for (const { fid, name } of bids)
    memory = actionFinished(night, memory, { kind: 'pause', fid, name, reason: '' }, 'done', { now: BEFORE, fid });
  return { ...record, memory };
}

test('a rule acts at its time, and says why in numbers', () => {
  const bids = [bid(1, { state: 'paused', running: 0 }), bid(2, { state: 'paused', running: 0 })];
  const { actions, hold } = stepRule(night, before(bids), madeView(AFTER, bids));
  expect(hold).toBeNull();
  expect(actions).toMatchObject([
    { kind: 'resume', fid: 'bid_1', reason: expect.stringContaining('07:00 UTC') },
    { kind: 'resume', fid: 'bid_2' },
  ]);
});

test('a rule that is not released rehearses: it says what it would do, once', () => {
  const bids = [bid(1, { state: 'paused', running: 0 })];
  const record = before(bids, { ...RELEASED, released: false });
  const first = stepRule(night, record, madeView(AFTER, bids));
  expect(first.actions).toEqual([]);
  expect(first.rehearsed).toMatchObject([{ kind: 'resume', fid: 'bid_1' }]);
  const again = stepRule(night, { ...record, memory: first.memory }, madeView(AFTER + MINUTE_MS, bids));
  expect(again.rehearsed).toEqual([]);
});

test('a rule that would pass its writes per hour sends none of them and holds itself, with the numbers', () => {
  const bids = [1, 2].map((n) => bid(n, { state: 'paused', running: 0 }));
  const record = { ...before(bids), sentAt: [BEFORE - HOUR_MS, BEFORE - MINUTE_MS, BEFORE] };
  const { actions, hold, memory } = stepRule(night, record, madeView(AFTER, bids));
  expect(actions).toEqual([]);
  expect(hold).toBe('It wants 2 writes after 2 in the last hour, and its cap is 3 per hour (max_writes).');
  expect(memory, 'what it did not do is still to be done').toBe(record.memory);
});

test('a rule that would pass its cost per hour holds itself, counting the bids that it made run before', () => {
  const paused = [1, 2].map((n) => bid(n, { state: 'paused', running: 0 }));
  const bids = [...paused, bid(3)];
  const record = { ...before(paused), raised: new Set(['bid_3', 'bid_gone']) };
  expect(stepRule(night, record, madeView(AFTER, bids)).hold, '3 bids of 2 x $5.00').toBeNull();
  const dear = [...paused, bid(3, { limit: { sign: '$', micros: 5_000_001n } })];
  expect(stepRule(night, record, madeView(AFTER, dear)).hold).toBe(
    'Its bids would cost $30.000002 per hour at most, and its cap is $30.00 (max_cost).',
  );
  const euros = [...paused, bid(3, { limit: cents(100, '€') })];
  expect(stepRule(night, record, madeView(AFTER, euros)).hold).toContain(
    "the limit price of eval-3, €1.00, can't be compared with it",
  );
});

test('a rule waits while a write whose answer was lost may make its bids cost more than its cap, and goes on when it is known', () => {
  const paused = [1, 2].map((n) => bid(n, { state: 'paused', running: 0 }));
  const bids = [...paused, bid(3)];
  const raise = { kind: 'limit', fid: BidFid.parse('bid_3'), name: 'eval-3', reason: '' } as const;
  const lost = (micros: bigint): RuleRecord => ({
    ...before(paused),
    raised: new Set(['bid_3']),
    open: [{ ...raise, limit: { sign: '$', micros } }],
  });
  expect(stepRule(night, lost(5_000_000n), madeView(AFTER, bids)).actions, '3 bids of 2 x $5.00').toHaveLength(2);
  expect(stepRule(night, lost(1_000_000n), madeView(AFTER, bids)).actions, 'a price that may be lower').toHaveLength(2);
  const record = lost(5_000_001n);
  const waits = stepRule(night, record, madeView(AFTER, bids));
  expect(waits).toMatchObject({ actions: [], hold: null, memory: record.memory });
  expect(stepRule(night, { ...record, open: [] }, madeView(AFTER, bids)).actions).toHaveLength(2);

  const off = [...paused, bid(3, { state: 'paused', running: 0 }), bid(4)];
  const resume = { kind: 'resume', fid: BidFid.parse('bid_3'), name: 'eval-3', reason: '' } as const;
  const both = { ...record, raised: new Set(['bid_3', 'bid_4']) };
  expect(stepRule(night, { ...both, open: [] }, madeView(AFTER, off)).actions).toHaveLength(2);
  expect(stepRule(night, { ...both, open: [resume] }, madeView(AFTER, off)), 'it may run').toMatchObject({
    actions: [],
  });
});

test('a schedule whose pause was found in a list leaves a bid alone that the next list shows as resumed by somebody else', () => {
  const { memory: followed } = stepRule(night, RELEASED, madeView(BEFORE, [bid(1)]));
  const pause = { kind: 'pause', fid: BidFid.parse('bid_1'), name: 'eval-1', reason: '' } as const;
  const after = (isListed: boolean): RuleRecord => ({
    ...RELEASED,
    memory: actionFinished(night, followed, pause, 'done', { now: BEFORE, fid: 'bid_1', isListed }),
  });
  const open = [bid(1, { state: 'open', running: 0 })];
  expect(stepRule(night, after(true), madeView(AFTER, open)).actions).toEqual([]);
  expect(stepRule(night, after(false), madeView(AFTER, open)).actions, 'it may still stop').toMatchObject([
    { kind: 'resume' },
  ]);
});
