import { describe, expect, test } from 'vitest';
import { advisedLimit, heldShare } from '../../../src/features/money/price.ts';
import { DAY_MS } from '../../../src/lib/duration.ts';
import { advance } from '../../../src/market/engine/clock.ts';
import { emptyWorld } from '../../../src/market/engine/world.ts';
import { SHARES } from '../../../src/resources/context.ts';
import { bidFor, DOLLAR, fixPrice, MINUTE, pool, SECOND, START } from '../../market/world.ts';
import { bandsUntil, judged, mean, percent, trueShare } from './judge.ts';
import {
  createWatch,
  FIRST_COME,
  OTHERS,
  POSTED,
  type Scenario,
  USUAL_MARKET,
  watchedMarket,
} from './watched-market.ts';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const seeds = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n + 1);

test.each([
  ['second price, with capacity for all', {}, { short: 0 }],
  ['second price, others bid and capacity is short', { others: 0.2, capacity: [8, 14] }, { short: 0.05 }],
  ['bids that are changed all the time', { changes: 0.6, capacity: [8, 16] }, { short: 0 }],
  ['posted price, others take the little capacity', POSTED, { short: 0.3 }],
  ['first come, first served', FIRST_COME, { short: 0.3 }],
] satisfies [string, Partial<Scenario>, object][])(
  'the true price is what is said of it in at least 99 % of the time, whatever the market: %s',
  (name, more, { short }) => {
    const found = judged(seeds(5).map((seed) => ({ ...USUAL_MARKET, ...more, seed })));
    print(
      `${name}: inside ${percent(found.inside)}; known in ${percent(found.known)} of the observed time, ` +
        `${percent(found.above)} above the price; of what waits below, ${percent(found.short)} waits for capacity`,
    );
    expect(found.inside).toBeGreaterThanOrEqual(0.99);
    expect(found.known).toBeGreaterThan(0.5);
    // A bound drawn from what waits would have been wrong so often.
    expect(found.short).toBeGreaterThanOrEqual(short);
  },
);

/** How a bid of ours stands that loses four of four instances, to the price or to a bid of others that is in no list of ours. */
function lost(to: 'the price' | 'others') {
  const world = emptyWorld(START, 7, [pool('gpu.eu', 4, 8n * DOLLAR)]);
  world.nextSurgeAt = Number.POSITIVE_INFINITY;
  fixPrice(world, 9n * DOLLAR);
  bidFor(world, 10n * DOLLAR, 4, { name: 'ours' });
  const watch = createWatch(world);
  for (let at = START; at <= START + 10 * MINUTE; at += 5 * SECOND) {
    advance(world, at);
    watch.look();
    if (at !== START + 2 * MINUTE) continue;
    if (to === 'the price') fixPrice(world, 11n * DOLLAR);
    else bidFor(world, 12n * DOLLAR, 4, { createdBy: OTHERS });
  }
  const { bids } = watch.record();
  return { steps: bids[0]?.steps, price: world.pools.get('gpu.eu')?.price };
}

test('no rule can tell a price that rose from a bid of others that is higher: the lists are the same', () => {
  const [price, others] = [lost('the price'), lost('others')];
  expect(others.steps).toEqual(price.steps);
  expect(price.steps?.map(({ state }) => state)).toContain('preempting');
  expect(price.price).toBeGreaterThan(10n * DOLLAR);
  expect(others.price).toBeLessThan(10n * DOLLAR);
});

describe('limit prices that are suggested after a day of a stationary market', () => {
  test.each([
    ['second price', {}],
    ['posted price', POSTED],
    ['first come', FIRST_COME],
  ] satisfies [string, Partial<Scenario>][])(
    'were enough as often as is said, and hold as often the next day: %s',
    (name, more) => {
      const found = { often: [] as number[], mostly: [] as number[] };
      let types = 0;
      for (const seed of seeds(3)) {
        const day = {
          ...USUAL_MARKET,
          capacity: [20, 30],
          changes: 0,
          leaves: 0,
          ms: 2 * DAY_MS,
          ...more,
          seed,
        } as const;
        const { record, truth, end } = watchedMarket(day);
        const [today, next] = [
          { from: START, to: end - DAY_MS },
          { from: end - DAY_MS, to: end },
        ];
        for (const band of bandsUntil(record, today.to)) {
          types += 1;
          for (const share of ['often', 'mostly'] as const) {
            const limit = advisedLimit(band, SHARES[share], today.to);
            if (limit === null) continue;
            expect(trueShare(truth, band.type, limit, today)).toBeGreaterThanOrEqual(
              (heldShare(band, limit) ?? 1) - 0.002,
            );
            found[share].push(trueShare(truth, band.type, limit, next));
          }
        }
      }
      print(
        `${name}: for 90 % of ${found.often.length} of ${types} types, held ${percent(mean(found.often))} of the next day; ` +
          `for 99 % of ${found.mostly.length}, held ${percent(mean(found.mostly))}`,
      );
      expect(found.often.length).toBeGreaterThan(0);
      expect(mean(found.often)).toBeGreaterThan(0.9);
      expect(mean(found.mostly)).toBeGreaterThan(0.98);
    },
  );
});
