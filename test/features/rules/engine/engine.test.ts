import { expect, test } from 'vitest';
import { BidFid } from '../../../../src/contract/fid.ts';
import { readAtOnce } from '../../../../src/features/rules/engine/needs.ts';
import type { RuleBid, RuleView } from '../../../../src/features/rules/engine/view.ts';
import type { ScheduleRule } from '../../../../src/features/rules/kinds/schedule.ts';
import { actionFinished, type RuleRecord, stepRule } from '../../../../src/features/rules/runner/step-rule.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../src/lib/duration.ts';

const DOLLAR = 1_000_000n;
/** A Monday, 06:59 in UTC. */
const BEFORE = Date.parse('2026-11-23T06:59:00Z');
const AFTER = BEFORE + 2 * MINUTE_MS;

const night: ScheduleRule = {
  name: 'night',
  kind: 'schedule',
  allow: false,
  maxWrites: 3,
  maxCost: { sign: '$', micros: 30n * DOLLAR },
  bids: { kind: 'filter', text: 'eval' },
  pause: '0 20 * * *',
  resume: '0 7 * * *',
  zone: 'UTC',
  missed: 'catch-up',
};

function bid(n: number, more: Partial<RuleBid> = {}): RuleBid {
  return {
    fid: BidFid.parse(`bid_${n}`),
    name: `eval-${n}`,
    type: '8xh100',
    region: 'eu',
    state: 'allocated',
    limit: { sign: '$', micros: 5n * DOLLAR },
    quantity: 2,
    running: 2,
    volumeRegions: [],
    machinesRead: false,
    idleSince: null,
    isBusy: false,
    ...more,
  };
}

function view(now: number, bids: readonly RuleBid[]): RuleView {
  return {
    now,
    bids: new Map(bids.map((one) => [one.fid, one])),
    matches: (filter, { name }) => name.includes(filter),
    read: readAtOnce(now),
    pauseSet: () => null,
    band: () => null,
    spentToday: () => null,
  };
}

const released: RuleRecord = { memory: null, released: true, sentAt: [], raised: new Set(), open: [], troubles: [] };

/** A rule that has followed its times until shortly before 7:00, with these bids paused by it. */
function before(bids: readonly RuleBid[], record: RuleRecord = released): RuleRecord {
  let { memory } = stepRule(night, record, view(BEFORE, bids));
  for (const { fid, name } of bids)
    memory = actionFinished(night, memory, { kind: 'pause', fid, name, reason: '' }, 'done', { now: BEFORE, fid });
  return { ...record, memory };
}

test('a rule acts at its time, and says why in numbers', () => {
  const bids = [bid(1, { state: 'paused', running: 0 }), bid(2, { state: 'paused', running: 0 })];
  const { actions, hold } = stepRule(night, before(bids), view(AFTER, bids));
  expect(hold).toBeNull();
  expect(actions).toMatchObject([
    { kind: 'resume', fid: 'bid_1', reason: expect.stringContaining('07:00 UTC') },
    { kind: 'resume', fid: 'bid_2' },
  ]);
});

test('a rule that is not released rehearses: it says what it would do, once', () => {
  const bids = [bid(1, { state: 'paused', running: 0 })];
  const record = before(bids, { ...released, released: false });
  const first = stepRule(night, record, view(AFTER, bids));
  expect(first.actions).toEqual([]);
  expect(first.rehearsed).toMatchObject([{ kind: 'resume', fid: 'bid_1' }]);
  const again = stepRule(night, { ...record, memory: first.memory }, view(AFTER + MINUTE_MS, bids));
  expect(again.rehearsed).toEqual([]);
});

test('a rule that would pass its writes per hour sends none of them and holds itself, with the numbers', () => {
  const bids = [1, 2].map((n) => bid(n, { state: 'paused', running: 0 }));
  const record = { ...before(bids), sentAt: [BEFORE - HOUR_MS, BEFORE - MINUTE_MS, BEFORE] };
  const { actions, hold, memory } = stepRule(night, record, view(AFTER, bids));
  expect(actions).toEqual([]);
  expect(hold).toBe('It wants 2 writes after 2 in the last hour, and its cap is 3 per hour (max_writes).');
  expect(memory, 'what it did not do is still to be done').toBe(record.memory);
});

test('a rule that would pass its cost per hour holds itself, counting the bids that it made run before', () => {
  const paused = [1, 2].map((n) => bid(n, { state: 'paused', running: 0 }));
  const bids = [...paused, bid(3)];
  const record = { ...before(paused), raised: new Set(['bid_3', 'bid_gone']) };
  expect(stepRule(night, record, view(AFTER, bids)).hold, '3 bids of 2 x $5.00').toBeNull();
  const dear = [...paused, bid(3, { limit: { sign: '$', micros: 5n * DOLLAR + 1n } })];
  expect(stepRule(night, record, view(AFTER, dear)).hold).toBe(
    'Its bids would cost $30.000002 per hour at most, and its cap is $30.00 (max_cost).',
  );
  const euros = [...paused, bid(3, { limit: { sign: '€', micros: DOLLAR } })];
  expect(stepRule(night, record, view(AFTER, euros)).hold).toContain(
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
  expect(stepRule(night, lost(5n * DOLLAR), view(AFTER, bids)).actions, '3 bids of 2 x $5.00').toHaveLength(2);
  expect(stepRule(night, lost(DOLLAR), view(AFTER, bids)).actions, 'a price that may be lower').toHaveLength(2);
  const record = lost(5n * DOLLAR + 1n);
  const waits = stepRule(night, record, view(AFTER, bids));
  expect(waits).toMatchObject({ actions: [], hold: null, memory: record.memory });
  expect(stepRule(night, { ...record, open: [] }, view(AFTER, bids)).actions).toHaveLength(2);

  const off = [...paused, bid(3, { state: 'paused', running: 0 }), bid(4)];
  const resume = { kind: 'resume', fid: BidFid.parse('bid_3'), name: 'eval-3', reason: '' } as const;
  const both = { ...record, raised: new Set(['bid_3', 'bid_4']) };
  expect(stepRule(night, { ...both, open: [] }, view(AFTER, off)).actions).toHaveLength(2);
  expect(stepRule(night, { ...both, open: [resume] }, view(AFTER, off)), 'it may run').toMatchObject({ actions: [] });
});

test('a schedule whose pause was found in a list leaves a bid alone that the next list shows as resumed by somebody else', () => {
  const { memory: followed } = stepRule(night, released, view(BEFORE, [bid(1)]));
  const pause = { kind: 'pause', fid: BidFid.parse('bid_1'), name: 'eval-1', reason: '' } as const;
  const after = (isListed: boolean): RuleRecord => ({
    ...released,
    memory: actionFinished(night, followed, pause, 'done', { now: BEFORE, fid: 'bid_1', isListed }),
  });
  const open = [bid(1, { state: 'open', running: 0 })];
  expect(stepRule(night, after(true), view(AFTER, open)).actions).toEqual([]);
  expect(stepRule(night, after(false), view(AFTER, open)).actions, 'it may still stop').toMatchObject([
    { kind: 'resume' },
  ]);
});
