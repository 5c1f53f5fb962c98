import { expect, test } from 'vitest';
import { MOST_SELECTED, type rowsRulesRead } from '../../../../src/features/rules/runner/rows-read.ts';
import { rowsNamed } from '../../../../src/store/targets.ts';
import { bid, consoleWith, instance } from '../../../store/made.ts';
import { rulesWith } from './five-rules.ts';
import { runningRules } from './running-rules.ts';

const climb = rulesWith(20, 1000).filter(({ name }) => name === 'climb');
const fleet = {
  bids: [bid('bid_a', { name: 'climb-a' }), bid('bid_b', { name: 'other' }), bid('bid_c', { name: 'climb-c' })],
  instances: [
    instance('inst_1', { bid: 'bid_a' }),
    instance('inst_2', { bid: 'bid_b' }),
    instance('inst_3', { bid: 'bid_c' }),
  ],
};
const texts = ({ bids, instances }: ReturnType<typeof rowsRulesRead>) => [[...bids], [...instances]];

test('the program that runs the rules reads the bids that they select and their instances before others, and no row once it stops', async () => {
  const own = runningRules(climb, consoleWith());
  await own.lists(fleet);
  expect(texts(own.read())).toEqual([
    ['bid_a', 'bid_c'],
    ['inst_1', 'inst_3'],
  ]);
  const before = own.read();
  await own.lists(fleet);
  expect(own.read(), 'the same object while nothing has changed').toBe(before);
  await own.stop();
  expect(texts(own.read())).toEqual([[], []]);
});

test('a program that waits while another one runs the rules reads no row for them', async () => {
  const first = runningRules(climb, consoleWith());
  await first.lists(fleet);
  const second = runningRules(climb, consoleWith(), first.path);
  await second.lists(fleet);
  expect(texts(second.read())).toEqual([[], []]);
});

test('a rule that selects very many bids does not put all of them before the others', async () => {
  const bids = Array.from({ length: MOST_SELECTED + 1 }, (_, n) => bid(`bid_${n}`, { name: `climb-${n}` }));
  const own = runningRules(climb, consoleWith());
  await own.lists({ bids });
  expect(texts(own.read())).toEqual([[], []]);
});

test('top reads the bids that it was started for, with their instances, before others', () => {
  const named = { bids: new Set(['bid_a']), instances: new Set(['inst_2']) };
  expect(texts(rowsNamed({ ...consoleWith(fleet), named }))).toEqual([['bid_a'], ['inst_2', 'inst_1']]);
  expect(texts(rowsNamed(consoleWith(fleet)))).toEqual([[], []]);
});
