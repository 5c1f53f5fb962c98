import { expect, test } from 'vitest';
import { spreadNames } from '../../../../src/features/rules/kinds/spread/spread-names.ts';
import type { Rule } from '../../../../src/features/rules/kinds.ts';
import { ruleKinds } from '../../../../src/features/rules/kinds.ts';
import { conflictSentence, conflictsOf } from '../../../../src/features/rules/runner/fights.ts';
import { cents } from './made-view.ts';

const common = { allow: false, maxWrites: 20, maxCost: cents(1000) };
const bids = { kind: 'filter', text: 'x' } as const;
const rules: readonly Rule[] = [
  { ...common, name: 'night', kind: 'schedule', bids, pause: '0 20 * * *', resume: null, zone: 'UTC', missed: 'skip' },
  { ...common, name: 'climb', kind: 'ladder', bids, waitMs: 1, step: { kind: 'held' }, cap: cents(1), lower: null },
  { ...common, name: 'wide', kind: 'spread', like: 'x', quantity: 1, places: [], cancelRunning: false },
  { ...common, name: 'idle', kind: 'idle', bids, afterMs: 1 },
  { ...common, name: 'budget', kind: 'budget', perHour: cents(1), perDay: null, pause: ['x'], zone: 'UTC' },
];

test('of rules that change the same bid, those that are at odds are named, with the bid and why', () => {
  const found = conflictsOf(
    rules,
    () => ['bid_1'],
    (fid) => `name of ${fid}`,
  );
  expect(found.map(conflictSentence)).toEqual([
    'The rules night and wide both change name of bid_1, and a paused bid is never filled, so the other would wait for it in a circle.',
    'The rules climb and wide both change name of bid_1, and one would change the limit price by which the other compares.',
  ]);
  const twice = rules.flatMap((rule) => [rule, { ...rule, name: `${rule.name} too` }]);
  expect(
    conflictsOf(
      twice,
      ({ kind }) => [kind],
      (fid) => fid,
    ).map(({ rules: two }) => two),
  ).toEqual([
    ['night', 'night too'],
    ['climb', 'climb too'],
  ]);
});

test('a schedule or ladder whose filter finds the bid that a spread copies is at odds with it before anything is placed', () => {
  const [night, climb, wide] = rules;
  const odds = (some: readonly (Rule | undefined)[]): readonly string[] =>
    conflictsOf(
      some.flatMap((rule) => rule ?? []),
      ({ kind }) => (kind === 'spread' ? [] : ['bid_like']),
      () => 'x',
    ).map(conflictSentence);
  expect(odds([night, wide])).toEqual([
    'The rules night and wide both change bids like x, and a paused bid is never filled, so the other would wait for it in a circle.',
  ]);
  expect(odds([wide, climb])).toHaveLength(1);
  for (const own of [
    { kind: 'filter', text: 'name:=x' },
    { kind: 'set', text: 'x' },
  ] as const)
    expect(odds([night?.kind === 'schedule' ? { ...night, bids: own } : night, wide]), own.text).toEqual([]);
});

test('a spread that is done is at odds with nothing: the bid that stays is left to other rules', () => {
  const places = ['eu', 'us'].map((region) => ({ type: 'a', region, limit: cents(1) }));
  const some = rules.flatMap((rule) =>
    rule.kind === 'spread' ? { ...rule, places } : rule.kind === 'schedule' ? rule : [],
  );
  const [stays = ''] = some.flatMap((rule) => (rule.kind === 'spread' ? spreadNames(rule, new Set()) : []));
  const odds = (names: readonly string[]) =>
    conflictsOf(
      some,
      ({ kind }) => (kind === 'spread' ? [] : names),
      (fid) => fid,
    );
  expect(odds(['x', stays])).toEqual([]);
  expect(odds(['x', 'x-other'])).toHaveLength(1);
});

test('rules that change different bids are not at odds', () => {
  expect(
    conflictsOf(
      rules,
      ({ name }) => [name],
      (fid) => fid,
    ),
  ).toEqual([]);
});

test('kinds are at odds with kinds that there are, and one of two says why', () => {
  const names: readonly string[] = ruleKinds.map(({ kind }) => kind);
  const pairs = ruleKinds.flatMap(({ kind, atOdds }) => Object.keys(atOdds).map((other) => [kind, other].toSorted()));
  for (const [one = '', other = ''] of pairs)
    expect([names.includes(one), names.includes(other)]).toEqual([true, true]);
  expect(new Set(pairs.map((pair) => pair.join())).size).toBe(pairs.length);
});
