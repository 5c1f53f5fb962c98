import fc from 'fast-check';
import { expect, test } from 'vitest';
import { liveBids } from '../../../src/features/fleet/rows.ts';
import { applied, FATES, madeFleet, marketWith } from './world.ts';

/** Random fleets applied with faults. */
const RUNS = Number(process.env['SPOTDECK_FLEET_RUNS'] ?? 8);
/** Few names, so that much is changed and replaced. */
const NAMES = ['train', 'sweep', 'night', 'eval'];
/** Runs with faults before those without. */
const MOST_RUNS = 8;

test('killed at any write, with lost and refused answers, and run again, a fleet ends as its file says and nothing is doubled', async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      madeFleet(NAMES),
      madeFleet(NAMES),
      fc.array(fc.array(fc.constantFrom('works' as const, 'works' as const, ...FATES), { maxLength: 12 }), {
        minLength: 1,
        maxLength: MOST_RUNS,
      }),
      fc.infiniteStream(fc.boolean()),
      async (wanted, present, fatesOfRuns, readings) => {
        const text = await (await marketWith(wanted)).exported();
        const fleet = await marketWith(present);
        for (const fates of fatesOfRuns) {
          const { code } = await applied(fleet, text, undefined, [...fates], () => readings.next().value === true);
          seen.set(String(code), (seen.get(String(code)) ?? 0) + 1);
        }
        const last = await applied(fleet, text);
        expect([last.code, last.told]).toEqual([0, []]);
        expect(await fleet.exported()).toBe(text);
        const names = liveBids((await fleet.read()).context).map(({ name }) => name);
        expect(names.toSorted()).toEqual(wanted.bids.map(({ name }) => name).toSorted());
        expect((await applied(fleet, text)).writes).toEqual([]);
      },
    ),
    { numRuns: RUNS },
  );
  // The runs ended in every way.
  for (const code of ['0', '1', '4', 'killed']) expect(seen.get(code), code).toBeGreaterThan(RUNS / 20);
});
