import { expect, test } from 'vitest';
import { percent } from '../money/judge.ts';
import { type Scenario, USUAL_MARKET } from '../money/watched-market.ts';
import { judge, noJudgement } from './judged-market.ts';

test.each([
  ['a market with capacity for all', {}],
  ['a market that is short of capacity', { capacity: [5, 10] }],
  ['a market in which others bid as well', { others: 0.2 }],
  ['others bid, and capacity is short', { others: 0.2, capacity: [8, 14] }],
] satisfies [string, Partial<Scenario>][])('no certain reason is false over five markets: %s', (name, more) => {
  const found = noJudgement();
  for (let seed = 1; seed <= 5; seed++) judge({ ...USUAL_MARKET, ...more, seed }, found);
  const { moments, certain, guesses, right, either, none } = found;
  const share = (part: number): string => percent(part / moments);
  process.stdout.write(
    `${name}: ${moments} moments; certain ${share(certain)}, false ${found.false}; a guess ${share(guesses)}, ` +
      `right ${percent(right / guesses)}; either ${share(either)}; none ${share(none)}\n`,
  );
  expect(found.falseOnes).toEqual([]);
  expect((certain + guesses + either) / moments).toBeGreaterThan(0.9);
});
