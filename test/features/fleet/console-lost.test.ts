import fc from 'fast-check';
import { expect, test } from 'vitest';
import { labelOf } from '../../../src/features/fleet/plan/words.ts';
import { isStatus } from '../../../src/resources/parts/status.ts';
import { EDITS } from './edited-fleet.ts';
import { apply, changesIn, openRead, withFile } from './fleet-fixture.ts';

/** A write works, its answer is lost, it never arrives, or the service faults before or after. */
const FATES = ['works', 'works', 'lost', 'dropped', 'fault', 'fault-after'] as const;

/** Random runs of applying. */
const RUNS = Number(process.env['SPOTDECK_FLEET_CONSOLE_RUNS'] ?? 4);

test('whatever answers are lost, a console that applies its file again and again ends with that fleet, and nothing is doubled', async () => {
  let lost = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.subarray([...EDITS, ['name = "distill"', 'name = "distill-2"'] as const], { minLength: 1 }),
      fc.array(fc.constantFrom(...FATES), { maxLength: 20 }),
      fc.array(fc.boolean(), { maxLength: 10 }),
      async (edits, fates, outages) => {
        await using fixture = await openRead();
        withFile(fixture, Object.fromEntries(edits));
        const left = [...fates];
        let areListsGone = false;
        fixture.wire.fault(async ({ request, response, reset, forward }) => {
          const fate = request.method === 'GET' ? (areListsGone ? 'dropped' : 'works') : (left.shift() ?? 'works');
          if (fate === 'lost' || fate === 'fault-after') await forward();
          if (fate !== 'works' && request.method !== 'GET') lost += 1;
          if (fate === 'lost' || fate === 'dropped') reset();
          else if (fate === 'works') {
            const { status, type, text } = await forward();
            response.writeHead(status, { 'content-type': type }).end(text);
          } else response.writeHead(503).end();
        });
        for (let runs = 0; changesIn(fixture).length > 0; runs += 1) {
          expect(runs).toBeLessThan(100);
          areListsGone = outages[runs] ?? false;
          // An impatient operator does not wait for the lists.
          await apply(fixture);
          if (!areListsGone) await fixture.pass(500);
        }
        expect(changesIn(fixture).map(labelOf)).toEqual([]);
        const names = [...fixture.state().lists.bids.rows.values()].flatMap(({ row }) =>
          isStatus(row.status, 'terminated') ? [] : (row.name ?? ''),
        );
        expect(new Set(names).size).toBe(names.length);
      },
    ),
    { numRuns: RUNS },
  );
  expect(lost).toBeGreaterThan(RUNS);
});
