import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mostInAMinute } from '../../bench/distance/timing.ts';
import { observed } from './observed.ts';
import { anyWeather, inAny } from './weather.ts';

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
