import { expect, test } from 'vitest';
import { spreadNames } from '../../../../src/features/rules/kinds/spread.ts';
import { type Rule, ruleKinds } from '../../../../src/features/rules/kinds.ts';
import { conflictSentence, conflictsOf } from '../../../../src/features/rules/runner/may-act.ts';
import { budgetRule, by, headroomRule, idleRule, ladderRule, scheduleRule, spreadRule } from './made-rules.ts';
import { madeBid, madeView, NOON } from './made-view.ts';

const bids = by('x');
const [night, climb, wide] = [scheduleRule({ bids }), ladderRule({ bids }), spreadRule({ like: 'x' })];
const rules: readonly Rule[] = [night, climb, wide, idleRule({ bids }), budgetRule({ pause: ['x'] })];

const conflicts = (some: readonly Rule[], selects: (rule: Rule) => readonly string[]) =>
  conflictsOf(new Map(some.map((rule) => [rule, selects(rule)])), madeView(NOON, [madeBid('bid_1', { name: 'x' })]));

test('of rules that change the same bid, those that are at odds are named, with the bid and why', () => {
  expect(conflicts(rules, () => ['bid_1']).map(conflictSentence)).toEqual([
    'The rules night and wide both change x, and a paused bid is never filled, so the other would wait for it in a circle.',
    'The rules climb and wide both change x, and one would change the limit price by which the other compares.',
  ]);
  const twice = rules.flatMap((rule) => [rule, { ...rule, name: `${rule.name} too` }]);
  expect(conflicts(twice, ({ kind }) => [kind]).map(({ rules: two }) => two)).toEqual([
    ['night', 'night too'],
    ['climb', 'climb too'],
  ]);
  expect(conflicts(rules, ({ name }) => [name])).toEqual([]);
});

test('a schedule or ladder whose filter finds the bid that a spread copies is at odds with it before anything is placed', () => {
  const odds = (some: readonly Rule[]): readonly string[] =>
    conflicts(some, ({ kind }) => (kind === 'spread' ? [] : ['bid_1'])).map(conflictSentence);
  expect(odds([night, wide])).toEqual([
    'The rules night and wide both change bids like x, and a paused bid is never filled, so the other would wait for it in a circle.',
  ]);
  expect(odds([wide, climb])).toHaveLength(1);
  for (const own of [by('name:=x'), { kind: 'set', text: 'x' } as const])
    expect(odds([{ ...night, bids: own }, wide]), own.text).toEqual([]);
});

test('a spread that is done is at odds with nothing: the bid that stays is left to other rules', () => {
  const [stays = ''] = spreadNames(wide, new Set());
  const odds = (names: readonly string[]) => conflicts([night, wide], ({ kind }) => (kind === 'spread' ? [] : names));
  expect(odds(['x', stays])).toEqual([]);
  expect(odds(['x', 'x-other'])).toHaveLength(1);
});

test('kinds are at odds with kinds that there are, and one of two says why', () => {
  const names: readonly string[] = ruleKinds.map(({ kind }) => kind);
  const pairs = ruleKinds.flatMap(({ kind, atOdds }) => Object.keys(atOdds).map((other) => [kind, other].toSorted()));
  for (const [one = '', other = ''] of pairs)
    expect([names.includes(one), names.includes(other)]).toEqual([true, true]);
  expect(new Set(pairs.map((pair) => pair.join())).size).toBe(pairs.length);
});

test('a rule that keeps headroom is at odds with a ladder over a bid, and not while it only warns', () => {
  const odds = (ahead: Rule) => conflicts([climb, ahead], () => ['bid_1']).map(conflictSentence);
  expect(odds(headroomRule({ bids }))).toEqual([
    'The rules climb and ahead both change x, and both would change its limit price.',
  ]);
  expect(odds(headroomRule({ bids, mode: 'warn' }))).toEqual([]);
});
