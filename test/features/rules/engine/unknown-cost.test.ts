import { describe, expect, test } from 'vitest';
import type { RuleAction } from '../../../../src/features/rules/engine/decision.ts';
import { readAtOnce } from '../../../../src/features/rules/engine/needs.ts';
import type { RuleView } from '../../../../src/features/rules/engine/view.ts';
import type { Rule } from '../../../../src/features/rules/kinds.ts';
import { ruleViewOf } from '../../../../src/features/rules/runner/rule-view.ts';
import {
  actionFinished,
  overCost,
  type RuleRecord,
  stepRule,
} from '../../../../src/features/rules/runner/step-rule.ts';
import { MINUTE_MS } from '../../../../src/lib/duration.ts';
import { bid, consoleWith, instance } from '../../../store/made.ts';
import { budgetRule, by, ladderRule, scheduleRule, spreadRule } from './made-rules.ts';
import { cents, RELEASED } from './made-view.ts';

/** A Monday, 06:59 in UTC, a minute before the schedule resumes. */
const BEFORE = Date.parse('2026-11-23T06:59:00Z');

const maxCost = cents(300);
const night = scheduleRule({ maxCost, bids: by('name:train') });
const climb = ladderRule({ maxCost, bids: by('name:train'), waitMs: MINUTE_MS, cap: cents(900) });
const places = ['x', 'y'].map((region) => ({ type: 'a', region, limit: cents(100) }));
const wide = spreadRule({ maxCost, like: 'like', quantity: 1, places });

type Fields = Readonly<Record<string, unknown>>;

/** What rules see of a service that writes these fields of the bid `train`, beside one that nothing is wrong with. */
function viewAt(now: number, fields: Fields): RuleView {
  const train = bid('bid_train', { name: 'train', limit_price: '$1.00', instance_quantity: 1, ...fields });
  const like = bid('bid_like', { name: 'like', limit_price: '$1.00', instance_quantity: 1, status: 'Paused' });
  const state = { ...consoleWith({ bids: [train, like] }), now };
  return ruleViewOf(state, { read: readAtOnce(now), busy: new Set(), pauseSet: () => null });
}

/** What a rule does a minute after it has seen the bid as `was`, when it is as `now`. */
function stepAfter(rule: Rule, was: Fields, now: Fields, more: Partial<RuleRecord> = {}) {
  let { memory } = stepRule(rule, RELEASED, viewAt(BEFORE, was));
  if (rule.kind === 'schedule') {
    const [train] = [...viewAt(BEFORE, was).bids.values()];
    if (train === undefined) throw new Error('no bid');
    const action: RuleAction = { kind: 'pause', fid: train.fid, name: train.name, reason: '' };
    memory = actionFinished(rule, memory, action, 'done', { now: BEFORE, fid: train.fid });
  }
  return stepRule(rule, { ...RELEASED, memory, ...more }, viewAt(BEFORE + 2 * MINUTE_MS, now));
}

const UNREADABLE: readonly (readonly [string, Fields])[] = [
  ['a price in words', { limit_price: 'twelve' }],
  ['no price', { limit_price: null }],
  ['an absent price', { limit_price: undefined }],
  ['a decimal comma', { limit_price: '$1,5' }],
  ['two commas', { limit_price: '$1,,000.00' }],
  ['credits', { limit_price: '999 credits' }],
  ['a negative price', { limit_price: '-$5' }],
  ['a price per hour', { limit_price: '$5.00/h' }],
  ['a price that is a number', { limit_price: 5 }],
  ['a quantity in words', { instance_quantity: '4' }],
  ['half an instance', { instance_quantity: 2.5 }],
  ['no quantity', { instance_quantity: null }],
  ['an absent quantity', { instance_quantity: undefined }],
  ['a quantity of 0', { instance_quantity: 0 }],
  ['a negative quantity', { instance_quantity: -5 }],
];

describe('a rule whose cap can not be computed sends nothing, holds itself and names the bid', () => {
  test.each(UNREADABLE)('a schedule does not resume a bid with %s', (_, fields) => {
    const paused = { status: 'Paused' };
    const { actions, hold } = stepAfter(night, paused, { ...paused, ...fields });
    expect(actions).toEqual([]);
    expect(hold).toMatch(
      /^Whether its bids stay within its cap of \$3\.00 per hour \(max_cost\) is not known: the .* of train /,
    );
  });

  test.each(UNREADABLE.filter(([, fields]) => 'instance_quantity' in fields))(
    'a ladder does not raise a bid with %s',
    (_, fields) => {
      const open = { status: 'Open', ...fields };
      const { actions, hold } = stepAfter(climb, open, open);
      expect(actions).toEqual([]);
      expect(hold).toContain('the quantity of train does not say how many instances it can get');
    },
  );

  test.each(UNREADABLE.filter(([, fields]) => 'limit_price' in fields))(
    'a ladder leaves a bid with %s alone, and says so',
    (_, fields) => {
      const open = { status: 'Open', ...fields };
      const { actions, hindered } = stepAfter(climb, open, open);
      expect(actions).toEqual([]);
      expect(hindered).toBe("train is left alone, because its limit price can't be read.");
    },
  );

  test.each(UNREADABLE)('a spread places nothing beside a bid of its own with %s', (_, fields) => {
    const record: RuleRecord = { ...RELEASED, raised: new Set(['bid_train']) };
    const { actions, hold } = stepRule(wide, record, viewAt(BEFORE, fields));
    expect(actions).toEqual([]);
    expect(hold).toContain('of train ');
  });

  test('each acts on the same bid when it can be read and is within the cap', () => {
    expect(stepAfter(night, { status: 'Paused' }, { status: 'Paused' }).actions).toMatchObject([{ kind: 'resume' }]);
    expect(stepAfter(climb, { status: 'Open' }, { status: 'Open' }).actions).toMatchObject([{ kind: 'limit' }]);
    const record: RuleRecord = { ...RELEASED, raised: new Set(['bid_train']) };
    expect(stepRule(wide, record, viewAt(BEFORE, {})).actions).toMatchObject([{ kind: 'place' }, { kind: 'place' }]);
  });

  test('what is known to pass the cap is said with its amount, whatever else is not known', () => {
    const record: RuleRecord = { ...RELEASED, raised: new Set(['bid_train', 'bid_like']) };
    const view = viewAt(BEFORE, { limit_price: 'twelve' });
    const dear = { ...wide, places: wide.places.map((place) => ({ ...place, limit: cents(200) })) };
    expect(stepRule(dear, record, view).hold).toBe(
      'Its bids would cost $4.00 per hour or more, and its cap is $3.00 (max_cost).',
    );
  });

  test('instances that are being preempted or stopped count for the cap as long as they may be charged', () => {
    const train = bid('bid_train', { name: 'train', status: 'Paused', limit_price: '$1.00', instance_quantity: 1 });
    const ending = ['a', 'b', 'c', 'd'].map((fid) => instance(fid, { bid: 'bid_train', status: 'STATUS_STOPPING' }));
    const now = BEFORE + 2 * MINUTE_MS;
    const view = ruleViewOf(
      { ...consoleWith({ bids: [train], instances: ending }), now },
      { read: readAtOnce(now), busy: new Set(), pauseSet: () => null },
    );
    const action = { kind: 'pause', fid: train.row.fid, name: 'train', reason: '' } as const;
    const before = stepRule(night, RELEASED, viewAt(BEFORE, {})).memory;
    const paused = actionFinished(night, before, action, 'done', { now: BEFORE, fid: train.row.fid });
    expect(stepRule(night, { ...RELEASED, memory: paused }, view).hold).toContain('would cost $4.00 per hour at most');
  });
});

describe('a budget rule', () => {
  const budget = budgetRule({ pause: ['name:eval'] });
  const view = (price: unknown, evalPrice: string): RuleView => {
    const bids = [
      bid('bid_train', { name: 'train', limit_price: price, instance_quantity: 4 }),
      bid('bid_eval', { name: 'eval', limit_price: evalPrice, instance_quantity: 1 }),
    ];
    const instances = [
      ...['a', 'b', 'c', 'd'].map((fid) => instance(fid, { bid: 'bid_train' })),
      instance('e', { bid: 'bid_eval' }),
    ];
    const state = { ...consoleWith({ bids, instances }), now: BEFORE };
    return ruleViewOf(state, { read: readAtOnce(BEFORE), busy: new Set(), pauseSet: () => null });
  };

  test.each(['twelve', null, '-$50.00'])('says that a budget may be passed when a running bid costs %j', (price) => {
    expect(stepRule(budget, RELEASED, view(price, '$20.00'))).toMatchObject({
      actions: [],
      hindered: "What train costs is not known, because its limit price can't be read: the budget may be passed.",
    });
  });

  test('a negative price takes nothing off what the others cost', () => {
    const { actions } = stepRule(budget, RELEASED, view('-$50.00', '$150.00'));
    expect(actions).toMatchObject([
      { kind: 'pause', name: 'eval', reason: '$150.00 per hour or more, budget $100.00; 1 running, $150.00 per hour' },
    ]);
  });
});

test.each([
  ['can not be read', 'twelve'],
  ['is higher', '$500.00'],
  ['is of another currency', '€0.50'],
])('while a new limit price has no outcome, a listed one that %s counts in its place', (_, price) => {
  const view = viewAt(BEFORE, { status: 'Open', limit_price: price });
  const train = [...view.bids.values()].find(({ name }) => name === 'train');
  const like = [...view.bids.values()].find(({ name }) => name === 'like');
  if (train === undefined || like === undefined) throw new Error('Two bids.');
  const open: RuleAction = { kind: 'limit', fid: train.fid, name: 'train', reason: '', limit: cents(100) };
  const next: RuleAction = { kind: 'resume', fid: like.fid, name: 'like', reason: '' };
  const records = { raised: new Set<string>(), open: [open] };
  expect(overCost(climb, records, [next], view)?.reason).toBe('max-cost');
  expect(overCost(climb, records, [next], viewAt(BEFORE, { status: 'Open' }))).toBeNull();
});
