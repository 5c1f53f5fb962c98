import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oddProject } from './odd-project.ts';
import { expectUnchanged } from './unchanged.ts';
import { applied, madeFleet, marketWith } from './world.ts';

const EMPTY = { volumes: [], bids: [] };
const RUNS = Number(process.env['SPOTDECK_FLEET_RUNS'] ?? 25);

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
    { numRuns: Math.ceil(RUNS / 5) },
  );
});

test('five hundred projects with any names, scripts, doubles and statuses are not changed by their own export', () => {
  fc.assert(fc.property(oddProject, expectUnchanged), { numRuns: RUNS * 10 });
});
