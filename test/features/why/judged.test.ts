import { expect, test } from 'vitest';
import { percent } from '../money/judge.ts';
import { FIRST_COME, POSTED, type Scenario, USUAL_MARKET } from '../money/watched-market.ts';
import { judge, noJudgement } from './judged-market.ts';

const MARKETS: readonly (readonly [string, Partial<Scenario>])[] = [
  ['second price, with capacity for all', {}],
  ['second price, others bid and capacity is short', { others: 0.2, capacity: [8, 14] }],
  ['posted price, others take the little capacity', POSTED],
  ['first come, first served', FIRST_COME],
];

test.each(MARKETS)('no reason of one cause is false over five markets: %s', (name, more) => {
  const found = noJudgement();
  for (let seed = 1; seed <= 5; seed++) judge({ ...USUAL_MARKET, ...more, seed }, found);
  const { moments, certain, either, none } = found;
  const share = (part: number): string => percent(part / moments);
  process.stdout.write(
    `${name}: ${moments} moments; one cause ${share(certain)}, false ${found.false}; both ${share(either)}; none ${share(none)}\n`,
  );
  expect(found.falseOnes).toEqual([]);
  expect((certain + either) / moments).toBeGreaterThan(0.9);
});

test.each(MARKETS)(
  'with price and capacity of the service nearly all reasons have one cause, and none is false: %s',
  (_, more) => {
    const found = noJudgement();
    for (let seed = 1; seed <= 5; seed++) judge({ ...USUAL_MARKET, ...more, seed }, found, true);
    expect(found.falseOnes).toEqual([]);
    expect(found.certain / found.moments).toBeGreaterThan(0.95);
  },
);
