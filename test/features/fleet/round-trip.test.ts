import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applied, madeFleet, marketWith } from './world.ts';

const EMPTY = { volumes: [], bids: [] };
const RUNS = Number(process.env['SPOTDECK_FLEET_RUNS'] ?? 100);

test('a fleet that is exported, applied to an empty project and exported again has the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(madeFleet(), async (made) => {
      const text = await (await marketWith(made)).exported();
      const other = await marketWith(EMPTY);
      const { code } = await applied(other, text);
      expect(code).toBe(0);
      expect(await other.exported()).toBe(text);
      expect((await applied(other, text)).plan.changes).toEqual([]);
    }),
    { numRuns: Math.ceil(RUNS / 2) },
  );
});
