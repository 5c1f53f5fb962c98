import { expect, test } from 'vitest';
import type { RuleBid } from '../../../../src/features/rules/engine/view.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../src/lib/duration.ts';
import { documentedRules } from './documented.ts';
import { ladderRule } from './made-rules.ts';
import { cents, madeBand, madeBid, NOON } from './made-view.ts';
import { runRule } from './run-rule.ts';

const climb = ladderRule();

const outbid = (price: number, more: Partial<RuleBid> = {}): RuleBid =>
  madeBid('train', { limit: cents(price), ...more });
const filled = (price: number): RuleBid => outbid(price, { state: 'allocated', running: 2 });
const minutes = (count: number): number => NOON + count * MINUTE_MS;

test('a bid that is outbid for the wait is raised by a step, with the numbers in the reason', () => {
  const rule = runRule(climb);
  expect(rule.step(NOON, [outbid(1150)])).toMatchObject({
    actions: [],
    next: { at: minutes(5), text: 'raise train from $11.50' },
  });
  const { actions } = rule.step(minutes(5), [outbid(1150)]);
  expect(actions).toMatchObject([
    { fid: 'train', limit: cents(1200), reason: 'out for 5m, limit price $11.50 to $12.00, cap $14.00' },
  ]);
});

test('it is raised again after each further wait, the last time to the cap, where the rule says that it can do no more', () => {
  const rule = runRule(climb);
  const prices: string[] = [];
  let price = 1250;
  rule.step(NOON, [outbid(price)]);
  for (let n = 1; n <= 30; n++) {
    const [action] = rule.step(minutes(n), [outbid(price)]).actions;
    if (action?.kind !== 'limit') continue;
    price = Number(action.limit.micros / 10_000n);
    prices.push(`${n} ${price}`);
    rule.ended(action, 'done', minutes(n));
  }
  expect(prices).toEqual(['5 1300', '10 1350', '15 1400']);
  expect(rule.step(minutes(31), [outbid(1400)]).hindered).toBe('train is out at its cap of $14.00.');
});

test.for([
  ['8.25 %', 8.25, 1150, 1245],
  ['0.01 %', 0.01, 1150, 1151],
  ['100 %', 100, 1150, 1400],
] as const)('a step of %s is rounded up to the cent', ([, percent, from, to]) => {
  const rule = runRule({ ...climb, step: { kind: 'percent', percent } });
  rule.step(NOON, [outbid(from)]);
  expect(rule.step(minutes(5), [outbid(from)]).actions).toMatchObject([{ limit: cents(to) }]);
});

test('a step to the price that held 90 % uses the last 7 days, and without them nothing is raised', () => {
  const rule = runRule({ ...climb, step: { kind: 'held' } });
  rule.step(NOON, [outbid(1150)]);
  expect(rule.step(minutes(5), [outbid(1150)])).toMatchObject({
    actions: [],
    hindered: 'train at $11.50 is not raised: not enough seen yet.',
  });
  const band = madeBand(minutes(6), 10 * HOUR_MS, [1310, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1300]);
  expect(rule.step(minutes(6), [outbid(1150)], { band: () => band }).actions).toMatchObject([
    {
      limit: cents(1300),
      reason: expect.stringContaining('to $13.00, which held at least 90 % of the last 7 days, cap $14.00'),
    },
  ]);
});

test('with a price of the service a step to what held 90 % is not below it, and no step down goes below it', () => {
  const said = (micros: bigint) => ({ priceNow: () => micros });
  const band = madeBand(minutes(6), 10 * HOUR_MS, [1310, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1300]);
  const up = runRule({ ...climb, step: { kind: 'held' } });
  up.step(NOON, [outbid(1150)]);
  up.step(minutes(5), [outbid(1150)]);
  expect(up.step(minutes(6), [outbid(1150)], { band: () => band, ...said(13_500_000n) }).actions).toMatchObject([
    { limit: cents(1350) },
  ]);
  const low = madeBand(hours(2), 10 * HOUR_MS, [500]);
  const { actions } = longFilled(1250).step(hours(2), [filled(1250)], { band: () => low, ...said(12_345_678n) });
  expect(actions).toMatchObject([{ limit: cents(1235) }]);
});

test('a bid that was filled or paused in between waits anew', () => {
  const rule = runRule(climb);
  rule.step(NOON, [outbid(1150)]);
  rule.step(minutes(4), [filled(1150)]);
  rule.step(minutes(5), [outbid(1150)]);
  expect(rule.step(minutes(9), [outbid(1150)]).actions).toEqual([]);
  rule.step(minutes(9), [outbid(1150, { state: 'paused' })]);
  rule.step(minutes(10), [outbid(1150, { state: 'preempting' })]);
  expect(rule.step(minutes(14), [outbid(1150)]).actions).toEqual([]);
  expect(rule.step(minutes(15), [outbid(1150)]).actions).toMatchObject([{ limit: cents(1200) }]);
});

test('a limit price that somebody else changes is waited for anew, and is what the next step starts from', () => {
  const rule = runRule(climb);
  rule.step(NOON, [outbid(1150)]);
  rule.step(minutes(4), [outbid(1010)]);
  expect(rule.step(minutes(8), [outbid(1010)]).actions).toEqual([]);
  expect(rule.step(minutes(9), [outbid(1010)]).actions).toMatchObject([{ limit: cents(1060) }]);
});

test('a bid in another currency than the cap is left alone and named', () => {
  const rule = runRule(climb);
  const foreign = outbid(0, { limit: cents(1150, '€') });
  rule.step(NOON, [foreign]);
  expect(rule.step(minutes(9), [foreign])).toMatchObject({
    actions: [],
    hindered: "train is left alone, because its limit price of €11.50 can't be compared with $14.00.",
  });
});

test.for(['refused', 'missed'] as const)('after a write that was %s the wait is doubled each time', (outcome) => {
  const rule = runRule(climb);
  const at: number[] = [];
  for (let n = 0; n <= 80; n++) {
    const [action] = rule.step(minutes(n), [outbid(1150)]).actions;
    if (action === undefined) continue;
    at.push(n);
    rule.ended(action, outcome, minutes(n));
  }
  expect(at).toEqual([5, 15, 35, 75]);
});

test('nothing is decided about a bid with a write under way', () => {
  const rule = runRule(climb);
  rule.step(NOON, [outbid(1150)]);
  rule.step(minutes(4), [outbid(1150)]);
  expect(rule.step(minutes(7), [outbid(1150, { isBusy: true })]).actions).toEqual([]);
  expect(rule.step(minutes(8), [outbid(1150)]).actions).toHaveLength(1);
});

test.for([
  ['is put forward by three hours', 3 * HOUR_MS],
  ['is put back by three hours', -3 * HOUR_MS],
  ['stood still, as the machine slept for eight hours', 8 * HOUR_MS],
] as const)('when the clock %s, the wait goes on from what was seen of it', ([, jumpMs]) => {
  const rule = runRule(climb);
  for (let n = 0; n <= 3; n++) rule.step(minutes(n), [outbid(1150)]);
  const actions = [4, 5, 6, 7].map((n) => {
    const step = rule.step(minutes(n) + jumpMs, [outbid(1150)]);
    const [action] = step.actions;
    if (action !== undefined) rule.ended(action, 'done', minutes(n) + jumpMs);
    return action?.reason.slice(0, 10) ?? null;
  });
  expect(actions).toEqual([null, null, 'out for 5m', null]);
});

test('a rehearsal names each step once', () => {
  const rule = runRule(climb, false);
  const rehearsed = Array.from({ length: 30 }, (_, n) => rule.step(minutes(n), [outbid(1150)]).rehearsed.length);
  expect(rehearsed.reduce((sum, count) => sum + count, 0)).toBe(1);
});

const down = { ...climb, lower: { afterMs: 2 * HOUR_MS, floor: cents(800) } };
const hours = (count: number): number => NOON + count * HOUR_MS;

/** A bid at a price that has been filled for the time to lower, seen each minute. */
function longFilled(price: number, rule: typeof climb = down) {
  const known = runRule(rule);
  for (let n = 0; n < 120; n++) known.step(minutes(n), [filled(price)]);
  return known;
}

test('a bid that was filled long enough is lowered by a step while that is safe', () => {
  const band = madeBand(hours(2), 10 * HOUR_MS, [1010, 1010]);
  expect(longFilled(1250).step(hours(2), [filled(1250)], { band: () => band }).actions).toMatchObject([
    {
      limit: cents(1200),
      reason:
        'filled for 2h, limit price $12.50 to $12.00, $10.10 held at least 99 % of the last 7 days, and the last hour was at most $10.10, floor $8.00',
    },
  ]);
});

test('a step down ends above what the last hour had, at what held 99 %, and at the floor', () => {
  const hour = madeBand(hours(2), 10 * HOUR_MS, [1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1220]);
  const days = madeBand(hours(2), 10 * HOUR_MS, [1230, 1230, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000]);
  const low = madeBand(hours(2), 10 * HOUR_MS, [500]);
  const to = (band: typeof hour, rule = down) =>
    longFilled(1250, rule)
      .step(hours(2), [filled(1250)], { band: () => band })
      .actions.map((one) => (one.kind === 'limit' ? Number(one.limit.micros / 10_000n) : one));
  expect(to(hour)).toEqual([1221]);
  expect(to(days)[0]).toBeGreaterThan(1210);
  expect(to(low, { ...down, lower: { afterMs: 2 * HOUR_MS, floor: cents(1240) } })).toEqual([1240]);
});

test('a bid is not lowered when the price of the last hour or of the last days is not known, and the rule says why', () => {
  expect(longFilled(1250).step(hours(2), [filled(1250)])).toMatchObject({
    actions: [],
    hindered: 'train at $12.50 is not lowered: which price held 99 % of the last 7 days is not known.',
  });
  const old = madeBand(hours(1) - 1, 10 * HOUR_MS, [1010]);
  expect(longFilled(1250).step(hours(2), [filled(1250)], { band: () => old })).toMatchObject({
    actions: [],
    hindered: 'train at $12.50 is not lowered: nothing shows the price of the last hour.',
  });
});

test('a bid that was out in between, or that nobody saw for a while, is not lowered yet', () => {
  const band = madeBand(hours(2), 10 * HOUR_MS, [1010]);
  const lost = longFilled(1250);
  lost.step(minutes(119), [outbid(1250)]);
  expect(lost.step(hours(2), [filled(1250)], { band: () => band }).actions).toEqual([]);
  const left = runRule(down);
  for (let n = 0; n < 110; n++) left.step(minutes(n), [filled(1250)]);
  expect(left.step(hours(2), [filled(1250)], { band: () => band }).actions).toEqual([]);
});

test('the example of the documentation is read', () => {
  expect(documentedRules('Ladder')).toEqual([
    {
      name: 'climb',
      kind: 'ladder',
      allow: false,
      maxWrites: 20,
      maxCost: cents(20_000),
      bids: { kind: 'filter', text: 'train' },
      waitMs: 5 * MINUTE_MS,
      step: { kind: 'amount', micros: 500_000n },
      cap: cents(1400),
      lower: { afterMs: 2 * HOUR_MS, floor: cents(800) },
    },
  ]);
});
