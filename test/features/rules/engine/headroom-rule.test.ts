import { describe, expect, test } from 'vitest';
import type { RuleBid } from '../../../../src/features/rules/engine/view.ts';
import type { HeadroomRule } from '../../../../src/features/rules/kinds/headroom.ts';
import type { RuleStep } from '../../../../src/features/rules/runner/step-rule.ts';
import { MINUTE_MS } from '../../../../src/lib/duration.ts';
import { headroomRule } from './made-rules.ts';
import { cents, madeBid, NOON } from './made-view.ts';
import { runRule } from './run-rule.ts';

const train = (limit: number, more: Partial<RuleBid> = {}): RuleBid =>
  madeBid('train', { state: 'allocated', running: 2, limit: cents(limit), ...more });

type Look = Partial<Omit<RuleBid, 'limit'>> & {
  readonly minutes?: number;
  readonly price: number | null;
  readonly limit: number;
};

/** Steps of a rule; what it sends is done at once, unless the next look has another limit price. */
function steps(rule: HeadroomRule, looks: readonly Look[], released = true): readonly RuleStep[] {
  const run = runRule(rule, released);
  return looks.map(({ minutes = 0, price, limit, ...more }) => {
    const now = NOON + minutes * MINUTE_MS;
    const bid = madeBid('train', { state: 'allocated', running: 2, ...more, limit: cents(limit) });
    const step = run.step(now, [bid], { priceNow: () => (price === null ? null : cents(price).micros) });
    for (const action of step.actions) run.ended(action, 'done', now);
    return step;
  });
}

const limits = ({ actions }: RuleStep): readonly (bigint | null)[] =>
  actions.map((action) => (action.kind === 'limit' ? action.limit.micros / 10_000n : null));

describe('a rule that keeps headroom', () => {
  test('raises a bid that has less, to the price and what is kept, in whole cents', () => {
    const [enough, less] = steps(headroomRule(), [
      { price: 1000, limit: 1100 },
      { minutes: 1, price: 1001, limit: 1100 },
    ]);
    expect([enough?.actions, less?.actions]).toEqual([
      [],
      [
        {
          kind: 'limit',
          fid: 'train',
          name: 'train',
          limit: cents(1102),
          reason: 'train at $11.00 is $0.99 above the price at a price of $10.01, keeps 10 %, cap $14.00',
        },
      ],
    ]);
  });

  test('keeps an amount as well', () => {
    const rule = headroomRule({ keep: { kind: 'amount', ...cents(75) } });
    expect(steps(rule, [{ price: 1000, limit: 1050 }]).map(limits)).toEqual([[1075n]]);
  });

  test('raises to the cap and never above it, and then says that the bid is there', () => {
    const both = steps(headroomRule(), [
      { price: 1300, limit: 1350 },
      { minutes: 6, price: 1350, limit: 1400 },
    ]);
    expect(both.map(limits)).toEqual([[1400n], []]);
    expect(both[1]?.hindered).toBe('train at $14.00 is $0.50 above the price, and its cap is $14.00.');
  });

  test('changes a bid no more often than it may, and after a change by others waits as long', () => {
    const looks = [
      { price: 1000, limit: 1050 },
      { minutes: 1, price: 1050, limit: 1100 },
      { minutes: 4, price: 1050, limit: 1100 },
      { minutes: 5, price: 1050, limit: 1100 },
      { minutes: 6, price: 1100, limit: 1160 },
      { minutes: 10, price: 1100, limit: 1160 },
      { minutes: 11, price: 1100, limit: 1160 },
    ];
    expect(steps(headroomRule(), looks).map(limits)).toEqual([[1100n], [], [], [1155n], [], [], [1210n]]);
    expect(steps(headroomRule(), looks)[1]?.next).toEqual({ at: NOON + 5 * MINUTE_MS, text: 'raise train to $11.55' });
  });

  test('does nothing without a price of now, and says so after a while', () => {
    const [first, , later] = steps(headroomRule(), [
      { price: null, limit: 1000 },
      { minutes: 1, price: null, limit: 1000 },
      { minutes: 2, price: null, limit: 1000 },
    ]);
    expect([first?.actions, later?.actions]).toEqual([[], []]);
    expect(first?.hindered).toBe('train is left alone: the price of 8xa100 in eu is not known now.');
  });

  test.each<[string, Omit<Look, 'price' | 'limit'>]>([
    ['waits', { state: 'open' }],
    ['is paused', { state: 'paused' }],
    ['has a write under way', { isBusy: true }],
  ])('leaves a bid alone that %s', (_, more) => {
    expect(steps(headroomRule(), [{ ...more, price: 1000, limit: 1010 }]).map(limits)).toEqual([[]]);
  });

  test('raises a bid that is being preempted: it may be allocated again', () => {
    expect(steps(headroomRule(), [{ price: 1100, limit: 1050, state: 'preempting' }]).map(limits)).toEqual([[1210n]]);
  });

  test('leaves another currency alone, and says so', () => {
    const run = runRule(headroomRule());
    const step = run.step(NOON, [train(1000, { limit: cents(1000, '€') })], { priceNow: () => cents(1000).micros });
    expect([step.actions, step.hindered]).toEqual([
      [],
      "train is left alone, because its limit price can't be compared with its cap.",
    ]);
  });

  test('that only warns says once what it would do, sends nothing once released either, and says it again after there was enough', () => {
    const looks = [
      { price: 1000, limit: 1050 },
      { minutes: 10, price: 1001, limit: 1050 },
      { minutes: 20, price: 900, limit: 1050 },
      { minutes: 30, price: 1000, limit: 1050 },
    ];
    const all = steps(headroomRule({ mode: 'warn' }), looks);
    expect(all.map(({ actions, rehearsed }) => [actions.length, rehearsed.length])).toEqual([
      [0, 1],
      [0, 0],
      [0, 0],
      [0, 1],
    ]);
  });

  test('holds itself rather than pass its caps of writes and money', () => {
    const look = [{ price: 1000, limit: 1050 }];
    expect(steps(headroomRule({ maxCost: cents(2100) }), look)[0]?.hold).toMatch(
      /^Its bids would cost \$22\.00 per hour/,
    );
    expect(steps(headroomRule({ maxWrites: 0 }), look)[0]?.hold).toMatch(/^It wants 1 write/);
  });

  test('lowers only when asked, after a time with more than enough, to what was enough all that time and not below the floor', () => {
    const looks = [
      { price: 900, limit: 1300 },
      { minutes: 2, price: 1000, limit: 1300 },
      { minutes: 4, price: 900, limit: 1300 },
    ];
    expect(steps(headroomRule(), looks).map(limits)).toEqual([[], [], []]);
    const lower = { afterMs: 4 * MINUTE_MS, floor: cents(800) };
    expect(steps(headroomRule({ lower }), looks).map(limits)).toEqual([[], [], [1100n]]);
    expect(steps(headroomRule({ lower: { ...lower, floor: cents(1200) } }), looks).map(limits)).toEqual([
      [],
      [],
      [1200n],
    ]);
  });
});
