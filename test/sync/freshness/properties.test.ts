import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_PACE } from '../../../src/store/defaults.ts';
import { FLEETS } from '../../bench/distance/fleets.ts';
import { mostInAMinute } from '../../bench/distance/observed.ts';
import { observed } from './observed.ts';
import { OPERATORS } from './operators.ts';
import { anyWeather, type Fair, fairWeather, inAny, inFair } from './weather.ts';

/** Fleets with few requests a minute whose rows in view were once older than that. */
const FEW_REQUESTS = [
  { bids: 107, latency: 0, seed: 0, maxRequests: 60 },
  { bids: 115, preempting: 12, latency: 0, seed: 722, maxRequests: 94 },
  { bids: 283, latency: 80, seed: 628, maxRequests: 65 },
].map(({ bids, preempting = 0, ...more }): [Fair] => [
  {
    ...more,
    fleet: { bids, liveBids: bids, instances: 0, preemptingBids: preempting },
    asksFor: 50,
    operator: null,
  },
]);

const WORK_MS = 10;
const MINUTE_MS = 60_000;

test('what is in view is never older than its pace, two round trips and a second, whatever the fleet, the line and the operator', async () => {
  await fc.assert(
    fc.asyncProperty(fairWeather(1), async (weather) => {
      await using simulation = await observed(inFair(weather), 15_000, 25_000);
      const { waits } = simulation.measures();
      const { bids, instances } = weather.fleet;
      // Fewer requests than one a second for each page of what is in view lengthen the pace.
      const inView = Math.ceil(bids / weather.asksFor) + Math.ceil(instances / weather.asksFor) + 3;
      const pace = Math.max(DEFAULT_PACE.visibleMs, (inView * MINUTE_MS) / (weather.maxRequests / 2));
      const longest = pace + 2 * (weather.latency + WORK_MS) + 1000;
      for (const rows of ['bid', 'instance'] as const)
        if (waits[rows].count() > 0) expect(waits[rows].worst(), rows).toBeLessThanOrEqual(longest);
    }),
    { numRuns: 5 + FEW_REQUESTS.length, examples: FEW_REQUESTS },
  );
});

test('no list and no row waits for ever, however busy the view', async () => {
  await fc.assert(
    fc.asyncProperty(fairWeather(120, 180), async (weather) => {
      const maxRequests = Math.max(300, weather.maxRequests);
      const busy = { ...inFair({ ...weather, maxRequests }), operator: OPERATORS.wavers };
      const { bids, instances } = weather.fleet;
      const pages = Math.ceil(bids / weather.asksFor) + Math.ceil(instances / weather.asksFor) + 3;
      // One request of thirty is for what nobody looks at, and a row may come last in one reading and first in the one before.
      const longest = 2 * MINUTE_MS + (2 * pages * MINUTE_MS) / (maxRequests / 30);
      await using simulation = await observed(busy, longest, 30_000);
      const { ages } = simulation.measures();
      if (ages.rest.count() > 0) expect(ages.rest.worst()).toBeLessThanOrEqual(longest);
      const paths = Map.groupBy(simulation.service.asked, ({ path }) => path);
      expect(paths.size).toBe(5);
      for (const [path, asked] of paths) {
        const times = [...asked.map(({ at }) => at), simulation.clock.steady()];
        const gaps = times.map((at, n) => at - (times[n - 1] ?? 0));
        expect(Math.max(...gaps), path).toBeLessThanOrEqual(longest);
      }
    }),
    { numRuns: 2 },
  );
});

test('a large fleet with fewer requests than usual has a view as fresh as they allow, and the rest goes on', async () => {
  const maxRequests = 60;
  await using simulation = await observed({ fleet: FLEETS.usual, latency: 80, pace: { maxRequests } }, 60_000, 120_000);
  const { ages } = simulation.measures();
  expect(ages.instance.percentile(0.95)).toBeLessThanOrEqual((20 * MINUTE_MS) / maxRequests);
  expect(ages.bid.percentile(0.95)).toBeLessThanOrEqual((40 * MINUTE_MS) / maxRequests);
  expect(mostInAMinute(simulation.service.times())).toBeLessThanOrEqual(maxRequests);
});

/** Longest that a row in view may be old without a sign: its pace, and what a slow answer takes. */
const OLD_UNSAID_MS = 6000;

test('no minute has more requests than are allowed, and nothing is said to be younger than it is, in any weather', async () => {
  await fc.assert(
    fc.asyncProperty(anyWeather, async (weather) => {
      await using simulation = await observed(inAny(weather), 0, 75_000);
      const { claims } = simulation.measures();
      expect(mostInAMinute(simulation.service.times())).toBeLessThanOrEqual(weather.fair.maxRequests);
      expect(claims).toMatchObject({ rowTooYoung: 0, changeMissed: 0, headerTooYoung: 0, restTooYoung: 0 });
      expect(claims.unsaid, 'a row in view that nothing says to be old').toBeLessThanOrEqual(OLD_UNSAID_MS);
    }),
    { numRuns: 8 },
  );
});
