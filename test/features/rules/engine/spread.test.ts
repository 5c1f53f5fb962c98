import { expect, test } from 'vitest';
import type { RuleAction } from '../../../../src/features/rules/engine/decision.ts';
import type { RuleBid } from '../../../../src/features/rules/engine/view.ts';
import type { RuleStep } from '../../../../src/features/rules/runner/step-rule.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../src/lib/duration.ts';
import { documentedRules } from './documented.ts';
import { spreadRule } from './made-rules.ts';
import { cents, madeBid, NOON } from './made-view.ts';
import { runRule } from './run-rule.ts';

const EU = { type: '8xa100', region: 'eu-north', limit: cents(1200) };
const US = { type: '8xa100', region: 'us-east', limit: cents(1100) };
const ASIA = { type: '8xh100', region: 'asia', limit: cents(900) };

const wide = spreadRule({ places: [EU, US, ASIA] });
const train = madeBid('bid_train', { name: 'train', state: 'paused' });

function bidBy(action: RuleAction, more: Partial<RuleBid> = {}): RuleBid {
  if (action.kind !== 'place') throw new Error(`${action.kind} places nothing.`);
  const { name, type, region, limit, quantity } = action;
  return madeBid(name, { type, region, limit, quantity, ...more });
}
const FILLED = { state: 'allocated', running: 2 } as const;

/** A rule that has sent its three bids, whose answers are to come. */
function begun() {
  const known = runRule(wide);
  const [eu, us, asia] = known.step(NOON, [train]).actions;
  if (eu === undefined || us === undefined || asia === undefined) throw new Error('Three places.');
  return { ...known, eu, us, asia };
}

function placed(rule = wide) {
  const known = runRule(rule);
  const { actions } = known.step(NOON, [train]);
  for (const action of actions) known.ended(action, 'done');
  const bids = (...more: readonly Partial<RuleBid>[]): readonly RuleBid[] => [
    train,
    ...actions.map((action, n) => bidBy(action, more[n])),
  ];
  return { ...known, bids, names: actions.map(({ name }) => name) };
}
const cancelled = ({ actions }: RuleStep): readonly string[] =>
  actions.flatMap(({ kind, name }) => (kind === 'cancel' ? [name] : []));

test('a bid is placed in each place, with a name that no other bid has, like the one that is named', () => {
  const { actions } = runRule(wide).step(NOON, [train]);
  expect(actions).toMatchObject([
    { kind: 'place', like: 'bid_train', ...EU, quantity: 2, reason: 'place 1 of 3: 2 × 8xa100 in eu-north at $12.00' },
    { kind: 'place', like: 'bid_train', ...US, quantity: 2 },
    { kind: 'place', like: 'bid_train', ...ASIA, quantity: 2 },
  ]);
  expect(actions.map(({ name }) => name.replace(/[a-z]{4}$/, '*'))).toEqual([
    'train-eu-north-*',
    'train-us-east-*',
    'train-asia-*',
  ]);
  const [first] = actions;
  const other = runRule(wide).step(NOON, [train, madeBid('bid_other', { name: first?.name ?? '' })]);
  expect(other.actions[0]?.name).not.toBe(first?.name);
});

test('the names of two places in one region and of one type differ', () => {
  const { actions } = runRule({ ...wide, places: [EU, EU, { ...US, region: EU.region }] }).step(NOON, [train]);
  expect(new Set(actions.map(({ name }) => name)).size).toBe(3);
});

test('without a bid of the name, or with several, nothing is placed and the rule says so', () => {
  expect(runRule(wide).step(NOON, [])).toMatchObject({ actions: [], hindered: 'There is no bid with the name train.' });
  const twice = [train, madeBid('bid_2', { name: 'train' })];
  expect(runRule(wide).step(NOON, twice)).toMatchObject({
    actions: [],
    hindered: '2 bids have the name train: give the intended one a unique name.',
  });
});

test('the first bid that is wholly filled stays and the others are cancelled, after which the rule does nothing more', () => {
  const { step, ended, bids, names, selects } = placed();
  expect(step(NOON, bids({}, { state: 'allocated', running: 1 }))).toMatchObject({
    actions: [],
    next: { text: 'keep the first of 3 bids that is filled' },
  });
  expect(selects(bids())).toEqual(names);
  const decided = step(NOON, bids({}, FILLED));
  expect(decided.actions).toMatchObject([
    { kind: 'cancel', name: names[0], reason: `${names[1]} is filled, 2 of 2 running at $11.00; 0 running here` },
    { kind: 'cancel', name: names[2] },
  ]);
  // What is under way is not certain yet.
  expect(step(NOON + MINUTE_MS, bids({}, FILLED)).next?.text).toBe(`${names[1]} stays, cancel the others`);
  for (const action of decided.actions) ended(action, 'done');
  const later = step(NOON + HOUR_MS, bids({ state: 'ended' }, { state: 'open' }, { state: 'ended' }));
  expect(later).toMatchObject({ actions: [], hindered: null, next: { at: null, text: `done: ${names[1]} stays` } });
  expect(step(NOON + HOUR_MS, [train]).actions).toEqual([]);
  expect(selects(bids({ state: 'ended' }, FILLED, { state: 'ended' }))).toEqual([]);
});

test('of bids that are filled at once the cheaper stays, of equal ones the first in the order of the rule', () => {
  const dear = placed({ ...wide, cancelRunning: true });
  expect(cancelled(dear.step(NOON, dear.bids(FILLED, FILLED, { state: 'ended' })))).toEqual([dear.names[0]]);
  const equal = placed({ ...wide, places: [EU, { ...US, limit: EU.limit }], cancelRunning: true });
  expect(cancelled(equal.step(NOON, equal.bids(FILLED, FILLED)))).toEqual([equal.names[1]]);
});

test('a bid with running instances is cancelled only with cancel_running, else it is named until nothing runs on it', () => {
  const { step, bids, names } = placed();
  const both = step(NOON, bids(FILLED, FILLED, { state: 'ended' }));
  expect(both).toMatchObject({
    actions: [],
    hindered: `${names[0]} has 2 running and is left: cancel it, or set cancel_running.`,
  });
  expect(cancelled(step(NOON, bids({ state: 'open' }, FILLED)))).toContain(names[0]);
});

test('a place whose answer is lost is not placed again before it is known that it was not, and then with the same name', () => {
  const { step, ended, eu, us, asia } = begun();
  ended(us, 'done');
  ended(asia, 'done');
  const others = [train, bidBy(us), bidBy(asia)];
  expect(step(NOON + HOUR_MS, others).actions).toEqual([]);
  ended(eu, 'missed', NOON + HOUR_MS);
  expect(step(NOON + HOUR_MS + MINUTE_MS, others).actions).toEqual([eu]);
  expect(step(NOON + 9 * HOUR_MS, others).actions).toEqual([]);
});

test("a bid of a place's name that the lists did not show to be its own is neither kept nor cancelled, and none is placed beside it", () => {
  const { step, ended, selects, eu, us, asia } = begun();
  ended(eu, 'missed');
  ended(us, 'done');
  ended(asia, 'done');
  const stranger = bidBy(eu, FILLED);
  expect(step(NOON + HOUR_MS, [train, stranger, bidBy(us), bidBy(asia)])).toMatchObject({
    actions: [],
    hindered: `8xa100 in eu-north is left out: another bid is named ${eu.name}.`,
  });
  const cleared = step(NOON + HOUR_MS, [train, stranger, bidBy(us, FILLED), bidBy(asia)]);
  expect(cancelled(cleared)).toEqual([asia.name]);
  expect(cleared.hindered).toBe(`${eu.name} is left: it is not known to be its own.`);
  expect(selects([train, stranger, bidBy(us), bidBy(asia)])).not.toContain(stranger.fid);
});

test('a place that is refused three times is left out and named, the others go on', () => {
  const { step, ended, eu, us, asia } = begun();
  ended(eu, 'refused');
  ended(us, 'done');
  ended(asia, 'done');
  const others = [train, bidBy(us), bidBy(asia)];
  const at: number[] = [];
  for (let n = 1; n < 60; n++) {
    const [again] = step(NOON + n * MINUTE_MS, others).actions;
    if (again === undefined) continue;
    at.push(n);
    expect(again).toEqual(eu);
    ended(again, 'refused', NOON + n * MINUTE_MS);
  }
  expect(at).toEqual([1, 3]);
  expect(step(NOON + HOUR_MS, others).hindered).toBe('8xa100 in eu-north is left out: refused 3 times.');
  expect(cancelled(step(NOON + HOUR_MS, [train, bidBy(us, FILLED), bidBy(asia)]))).toEqual([asia.name]);
});

test('when all places are refused the rule ends and says so', () => {
  const { step, ended } = runRule(wide);
  for (let n = 0; n < 60; n++)
    for (const action of step(NOON + n * MINUTE_MS, [train]).actions) ended(action, 'refused', NOON + n * MINUTE_MS);
  expect(step(NOON + HOUR_MS, [train])).toMatchObject({ actions: [], next: null });
  expect(step(NOON + HOUR_MS, [train]).hindered).toContain('None of its bids is left, and it places none again');
});

test('a bid that the operator has cancelled or paused is not placed again, and one paused is not cancelled', () => {
  const { step, bids, names } = placed();
  expect(step(NOON, bids({ state: 'ended' }, { state: 'paused' })).actions).toEqual([]);
  expect(step(NOON + HOUR_MS, bids({ state: 'ended' }, { state: 'paused' }).slice(2)).actions).toEqual([]);
  expect(step(NOON, bids({ state: 'ended' }, { state: 'paused' }, FILLED))).toMatchObject({ actions: [] });
  const resumed = step(NOON + HOUR_MS, bids({ state: 'ended' }, { state: 'open' }, FILLED));
  expect(resumed).toMatchObject({ actions: [], next: { text: `done: ${names[2]} stays` } });
});

test('a cancellation that is refused is tried again later and later', () => {
  const { step, ended, bids } = placed({ ...wide, places: [EU, US] });
  const at: number[] = [];
  for (let n = 0; n < 40; n++) {
    const [action] = step(NOON + n * MINUTE_MS, bids({}, FILLED)).actions;
    if (action === undefined) continue;
    at.push(n);
    ended(action, 'refused', NOON + n * MINUTE_MS);
  }
  expect(at).toEqual([0, 1, 3, 7, 15, 31]);
});

test('a cancellation that was refused while the clock was a day ahead is tried again as soon as that is put right', () => {
  const { step, ended, bids } = placed({ ...wide, places: [EU, US] });
  const [action] = step(NOON + 24 * HOUR_MS, bids({}, FILLED)).actions;
  if (action !== undefined) ended(action, 'refused', NOON + 24 * HOUR_MS);
  expect(cancelled(step(NOON + 5 * MINUTE_MS, bids({}, FILLED)))).toHaveLength(1);
});

test('a rehearsal names each place once', () => {
  const { step } = runRule(wide, false);
  expect(step(NOON, [train]).rehearsed).toHaveLength(3);
  expect(step(NOON + MINUTE_MS, [train])).toMatchObject({
    rehearsed: [],
    actions: [],
    hindered: null,
    next: { at: null, text: 'place 3 bids once it is released' },
  });
});

test('the example of the documentation is read', () => {
  expect(documentedRules('Spread')).toEqual([
    {
      name: 'wide',
      kind: 'spread',
      allow: false,
      maxWrites: 20,
      maxCost: cents(15_000),
      like: 'train-llama',
      quantity: 4,
      cancelRunning: false,
      places: [
        { type: '8xa100', region: 'eu-north', limit: cents(1200) },
        { type: '8xa100', region: 'us-east', limit: cents(1150) },
      ],
    },
  ]);
});
