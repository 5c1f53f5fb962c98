import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RuleBid } from '../../../../src/features/rules/engine/view.ts';
import type { IdleRule } from '../../../../src/features/rules/kinds/idle.ts';
import type { RuleStep } from '../../../../src/features/rules/runner/step-rule.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../src/lib/duration.ts';
import { moneyOfMicros } from '../../../../src/lib/money.ts';
import { type Sum, sumFrom } from '../../../../src/lib/sum.ts';
import { documentedRules } from './documented.ts';
import { budgetRule, by, idleRule } from './made-rules.ts';
import { cents, madeBid, NOON } from './made-view.ts';
import { runRule } from './run-rule.ts';

const minutes = (count: number): number => NOON + count * MINUTE_MS;
const running = (name: string, more: Partial<RuleBid> = {}): RuleBid =>
  madeBid(name, { state: 'allocated', running: 2, machinesRead: true, ...more });

/** Runs a rule that decides each minute: until a step the bids are as they were at the one before. */
function watched(rule: IdleRule) {
  const run = runRule(rule);
  let last: { readonly now: number; readonly bids: readonly RuleBid[] } | null = null;
  /** Decides at once, also when the clock has jumped. */
  const jump = (now: number, bids: readonly RuleBid[]): RuleStep => {
    last = { now, bids };
    return run.step(now, bids);
  };
  return {
    ended: run.ended,
    jump,
    step: (now: number, bids: readonly RuleBid[]): RuleStep => {
      for (let at = (last?.now ?? now) + MINUTE_MS; at < now; at += MINUTE_MS) run.step(at, last?.bids ?? bids);
      return jump(now, bids);
    },
  };
}

const sumIs = (...amounts: readonly ReturnType<typeof cents>[]): Sum<never> =>
  sumFrom(
    amounts.map(({ sign, micros }) => moneyOfMicros(sign, micros)),
    [],
  );

describe('idle', () => {
  const idle = idleRule({ bids: by('note') });

  test('a bid whose machines were all idle for the time is paused, with the numbers', () => {
    const rule = watched(idle);
    const bids = (idleSince: number | null) => [running('notes', { idleSince }), running('train', { idleSince })];
    rule.step(NOON, bids(null));
    expect(rule.step(minutes(30), bids(minutes(10)))).toMatchObject({
      actions: [],
      next: { at: minutes(55), text: 'pause notes if it stays idle' },
    });
    expect(rule.step(minutes(55), bids(minutes(10))).actions).toEqual([
      { kind: 'pause', fid: 'notes', name: 'notes', reason: 'idle for 45m, 2 running, limit 45m' },
    ]);
  });

  test('what was idle before the rule saw it run, or before it was resumed, does not count', () => {
    const rule = watched(idle);
    expect(rule.step(NOON, [running('notes', { idleSince: minutes(-300) })]).actions).toEqual([]);
    rule.step(minutes(20), [madeBid('notes', { state: 'paused' })]);
    expect(rule.step(minutes(50), [running('notes', { idleSince: minutes(-300) })]).actions).toEqual([]);
    expect(rule.step(minutes(95), [running('notes', { idleSince: minutes(-300) })]).actions).toHaveLength(1);
  });

  test('idle time that is known from before, and does not count, is said with what it does next', () => {
    const rule = watched(idle);
    const bid = (idleSince: number | null) => [running('notes', { idleSince })];
    expect(rule.step(NOON, bid(minutes(-60))).next).toBeNull();
    expect(rule.step(minutes(1), bid(minutes(-60))).next).toEqual({
      at: minutes(45),
      text: 'pause notes if it stays idle; the 1h idle before this rule watched it does not count',
    });
  });

  test('a bid of which no machine is read is never idle, and the rule says so', () => {
    const rule = watched(idle);
    rule.step(NOON, [running('notes', { machinesRead: false })]);
    const { actions, hindered } = rule.step(minutes(500), [running('notes', { machinesRead: false })]);
    expect(actions).toEqual([]);
    expect(hindered).toBe(
      'No machine of its bids is read, so none is known to be idle. Turn reading on with the setting machines.',
    );
  });

  test('a pause that is refused is not tried again while the bid stays idle', () => {
    const rule = watched(idle);
    rule.step(NOON, [running('notes')]);
    const bid = running('notes', { idleSince: NOON });
    const [action] = rule.step(minutes(45), [bid]).actions;
    if (action !== undefined) rule.ended(action, 'refused', minutes(45));
    expect(rule.step(minutes(90), [bid]).actions).toEqual([]);
    rule.step(minutes(91), [running('notes')]);
    expect(rule.step(minutes(140), [running('notes', { idleSince: minutes(95) })]).actions).toHaveLength(1);
  });

  test('a bid that somebody resumes after the rule paused it gets the whole idle time anew, also when no list showed it without instances', () => {
    const bid = running('notes', { idleSince: NOON });
    for (const between of [[], [{ ...bid, state: 'paused' as const }]]) {
      const rule = watched(idle);
      rule.step(NOON, [running('notes')]);
      for (const action of rule.step(minutes(45), [bid]).actions) rule.ended(action, 'done', minutes(45));
      for (const paused of between) rule.step(minutes(46), [paused]);
      expect(rule.jump(minutes(47), [bid]).actions).toEqual([]);
      expect(rule.step(minutes(91), [bid]).actions).toEqual([]);
      expect(rule.step(minutes(92), [bid]).actions).toHaveLength(1);
    }
  });

  test.each([
    ['the clock is put forward', 3 * HOUR_MS],
    ['the clock is put back', -3 * HOUR_MS],
    ['nothing ran the rule, or the machine slept', 8 * HOUR_MS],
  ])('after a time that nobody saw, because %s, the idle time counts anew', (_, jumpMs) => {
    const rule = watched(idle);
    const bid = (jump = 0) => [running('notes', { idleSince: NOON + (jump < 0 ? jump : 0) })];
    rule.step(NOON, bid());
    expect(rule.step(minutes(10), bid()).actions).toEqual([]);
    const waited = Array.from({ length: 60 }, (_, n) => n).find(
      (n) => rule.jump(minutes(11 + n) + jumpMs, bid(jumpMs)).actions.length > 0,
    );
    expect(waited).toBe(45);
  });

  test('the example in docs/rules.md is such a rule', () => {
    expect(documentedRules('Idle')).toMatchObject([{ kind: 'idle', afterMs: 45 * MINUTE_MS }]);
  });
});

describe('budget', () => {
  const budget = budgetRule({ pause: ['eval', 'sweep'] });
  /** A bid of two instances that costs this per hour. */
  const costing = (name: string, price: number, more: Partial<RuleBid> = {}): RuleBid =>
    running(name, { limit: cents(price / 2), ...more });
  const fleet = [costing('train', 8000), costing('sweep', 1000), costing('eval-a', 1500), costing('eval-b', 2000)];
  const fids = (actions: readonly { readonly name: string }[]) => actions.map(({ name }) => name);

  test('above the budget bids are paused by priority, the dearest first, until the rest is below', () => {
    const { actions } = runRule(budget).step(NOON, fleet);
    expect(fids(actions)).toEqual(['eval-b', 'eval-a']);
    expect(actions[0]?.reason).toBe('$125.00 per hour at most, budget $100.00; 2 running, $20.00 per hour');
    expect(runRule({ ...budget, perHour: cents(12_500) }).step(NOON, fleet).actions).toEqual([]);
  });

  test('no other bid is paused for the instances that still stop with a paused one', () => {
    const stops = { state: 'paused', running: 0, ending: 2 } as const;
    const left = fleet.filter(({ name }) => !['eval-a', 'eval-b'].includes(name));
    const paused = [costing('eval-a', 1500, stops), costing('eval-b', 2000, stops)];
    expect(runRule(budget).step(NOON, [...left, ...paused]).actions).toEqual([]);
  });

  test('a pause under way counts, one that was refused does not, and what can not be reached is said', () => {
    const busy = fleet.map((bid) => (bid.name === 'eval-b' ? { ...bid, isBusy: true } : bid));
    const rule = runRule(budget);
    expect(fids(rule.step(NOON, busy).actions)).toEqual(['eval-a']);
    const other = runRule(budget);
    for (const action of other.step(NOON, fleet).actions) other.ended(action, 'refused', NOON);
    const after = other.step(minutes(1), fleet);
    expect(fids(after.actions)).toEqual(['sweep']);
    expect(after.hindered).toBe(
      'All bids that it may pause are paused or could not be paused. Costs are still $15.00 per hour over the budget.',
    );
  });

  test('a rehearsal names each bid once and goes no further down the list than a real run would', () => {
    const rule = runRule(budget, false);
    expect(fids(rule.step(NOON, fleet).rehearsed)).toEqual(['eval-b', 'eval-a']);
    expect(rule.step(minutes(1), fleet).rehearsed).toEqual([]);
  });

  test('above the budget of a day everything in the list is paused, also what waits; unknown spending pauses nothing', () => {
    const daily = { ...budget, perHour: null, perDay: cents(50_000) };
    const bids = [...fleet, madeBid('eval-c', { limit: cents(100) })];
    const spent = { spentToday: () => sumIs(cents(50_001), cents(900_000, '€')) };
    expect(fids(runRule(daily).step(NOON, bids, spent).actions)).toEqual(['eval-b', 'eval-a', 'eval-c', 'sweep']);
    expect(runRule(daily).step(NOON, bids, { spentToday: () => sumIs(cents(50_000)) }).actions).toEqual([]);
    expect(runRule(daily).step(NOON, bids)).toMatchObject({
      actions: [],
      hindered: 'What was spent today is not known yet.',
    });
  });

  test('a bid that somebody resumes after the rule paused it is left alone until the budget is met with it, and the rule says so', () => {
    const rule = runRule(budget);
    const first = rule.step(NOON, fleet);
    for (const action of first.actions) rule.ended(action, 'done', NOON);
    const paused = (bid: RuleBid): RuleBid => ({ ...bid, state: 'paused', running: 0 });
    const [train, sweep, evalA, evalB] = fleet;
    if (train === undefined || sweep === undefined || evalA === undefined || evalB === undefined) throw new Error();
    rule.step(minutes(1), [train, sweep, paused(evalA), paused(evalB)]);
    // Resumed, it waits for instances: the budget is met, but not yet with it.
    rule.step(minutes(2), [train, sweep, paused(evalA), { ...evalB, state: 'open', running: 0 }]);
    const alone = rule.step(minutes(3), [train, sweep, paused(evalA), evalB]);
    expect(fids(alone.actions)).toEqual(['sweep']);
    for (const action of alone.actions) rule.ended(action, 'done', minutes(3));
    const stuck = rule.step(minutes(4), [{ ...train, limit: cents(4500) }, paused(sweep), paused(evalA), evalB]);
    expect(stuck.actions).toEqual([]);
    expect(stuck.hindered).toBe(
      'eval-b was resumed by someone else, so it is left alone until costs are within the budget again. Costs are still $10.00 per hour over the budget.',
    );
    rule.step(minutes(5), [train, paused(sweep), paused(evalA), evalB]);
    expect(fids(rule.step(minutes(6), [train, paused(sweep), evalA, evalB]).actions)).toEqual(['eval-b']);
  });

  test('above the budget of a day a bid that somebody resumes is left alone for the rest of the day', () => {
    const daily = { ...budget, perHour: null, perDay: cents(50_000) };
    const rule = runRule(daily);
    const over = { spentToday: () => sumIs(cents(60_000)) };
    const bids = [costing('eval', 2000)];
    for (const action of rule.step(NOON, bids, over).actions) rule.ended(action, 'done', NOON);
    rule.step(minutes(1), [madeBid('eval', { state: 'paused' })], over);
    const later = rule.step(minutes(2), bids, over);
    expect(later).toMatchObject({
      actions: [],
      hindered: 'eval was resumed by someone else, so it is left alone until costs are within the budget again.',
    });
    rule.step(minutes(600), bids, { spentToday: () => sumIs(cents(0)) });
    expect(fids(rule.step(minutes(900), bids, over).actions)).toEqual(['eval']);
  });

  test('for any fleet: what is left is below the budget, or all that may be paused is; and no paused bid was unneeded', () => {
    const anyBid = fc.record({
      name: fc.constantFrom('eval', 'sweep', 'train'),
      price: fc.integer({ min: 0, max: 5000 }),
      running: fc.integer({ min: 0, max: 4 }),
      euros: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(anyBid, { maxLength: 12 }), (given) => {
        const bids = given.map(({ name, price, running: count, euros }, n) =>
          running(`${name}-${n}`, { limit: cents(price, euros ? '€' : '$'), running: count }),
        );
        const { actions } = runRule(budget).step(NOON, bids);
        const paused = new Set(fids(actions));
        const cost = (some: readonly RuleBid[]): bigint =>
          some.reduce(
            (sum, { limit, running: count }) => sum + (limit?.sign === '$' ? limit.micros * BigInt(count) : 0n),
            0n,
          );
        const left = bids.filter(({ name }) => !paused.has(name));
        if (cost(left) > cents(10_000).micros)
          expect(
            left.filter(
              ({ name, limit, running: count }) =>
                !name.startsWith('train') && limit?.sign === '$' && limit.micros * BigInt(count) > 0n,
            ),
          ).toEqual([]);
        const last = bids.find(({ name }) => name === actions.at(-1)?.name);
        if (last !== undefined) expect(cost([...left, last])).toBeGreaterThan(cents(10_000).micros);
      }),
    );
  });

  test('the example in docs/rules.md is such a rule', () => {
    expect(documentedRules('Budget')).toMatchObject([{ kind: 'budget', pause: ['name:eval', 'sweep'] }]);
  });
});
