import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../src/lib/duration.ts';
import { percent } from '../money/judge.ts';
import type { Scenario } from '../money/watched-market.ts';
import { judge, noJudgement } from './judged-market.ts';

/** Six hours of four types with six bids for each, looked at every 2 to 20 seconds, with gaps of up to 40 minutes. */
const market: Omit<Scenario, 'seed'> = {
  pools: 4,
  capacity: [12, 30],
  bids: 6,
  limits: [0.9, 1.25],
  most: 4,
  ms: 6 * HOUR_MS,
  changes: 0.1,
  others: 0,
  leaves: 0.02,
};

test.each([
  ['a market with capacity for all', {}],
  ['a market that is short of capacity', { capacity: [5, 10] }],
  ['a market in which others bid as well', { others: 0.2 }],
  ['others bid, and capacity is short', { others: 0.2, capacity: [8, 14] }],
] satisfies [string, Partial<Scenario>][])('no certain reason is false over 24 markets: %s', (name, more) => {
  const found = noJudgement();
  for (let seed = 1; seed <= 24; seed++) judge({ ...market, ...more, seed }, found);
  const { moments, certain, guesses, right, either, none } = found;
  const share = (part: number): string => percent(part / moments);
  process.stdout.write(
    `${name}: ${moments} moments; certain ${share(certain)}, false ${found.false}; a guess ${share(guesses)}, ` +
      `right ${percent(right / guesses)}; either ${share(either)}; none ${share(none)}\n`,
  );
  expect(found.falseOnes).toEqual([]);
  expect((certain + guesses + either) / moments).toBeGreaterThan(0.9);
});
