import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FLEETS } from '../../bench/distance/fleets.ts';
import { type Options, type Simulation, simulate } from './simulation.ts';
import { createSpread } from './spread.ts';

async function simulated(over: Partial<Options>, ms: number): Promise<Simulation> {
  const simulation = await simulate({ fleet: FLEETS.small, latency: 100, work: 0, ...over });
  simulation.poller.start('bids');
  await simulation.pass(ms);
  return simulation;
}

describe('a simulation', () => {
  test('is the same again with the same seed', async () => {
    const run = async (seed: number): Promise<unknown> => {
      await using simulation = await simulated({ seed }, 20_000);
      const { changes } = simulation.measures();
      return [simulation.service.asked.map(({ at, query }) => [at, String(query)]), changes.bid.worst()];
    };
    const first = await run(7);
    expect(await run(7)).toEqual(first);
    expect(await run(8)).not.toEqual(first);
  });

  test('lets the console read each answer before its time goes on', async () => {
    await using simulation = await simulated({ fleet: FLEETS.team, latency: 80 }, 0);
    for (let n = 0; n < 200; n++) {
      await simulation.pass(50);
      expect(simulation.unread()).toBe(0);
    }
    expect(simulation.service.asked.length).toBeGreaterThan(50);
  });

  test('measures the age of a row from the time at which its newest answer was written, and a change until it is in the state', async () => {
    await using simulation = await simulated({ latency: 1000 }, 20_000);
    simulation.measure();
    await simulation.pass(20_000);
    const { ages, changes } = simulation.measures();
    // An answer is half a round trip old when it comes, and is waited for until the one after the next pause.
    expect(ages.bid.percentile(0)).toBeGreaterThanOrEqual(500);
    expect(changes.bid.percentile(0)).toBeGreaterThanOrEqual(500);
    expect(changes.bid.count()).toBeGreaterThan(10);
  });

  test('shows the age of rows that are no longer answered, and counts changes that never come', async () => {
    await using simulation = await simulated({ treat: ({ at }) => (at > 15_000 ? { kind: 'reset' } : null) }, 10_000);
    simulation.measure();
    await simulation.pass(35_000);
    const { ages, changes, claims, end } = simulation.measures();
    expect(changes.bid.worst()).toBeLessThan(3000);
    end();
    expect(ages.bid.worst()).toBeGreaterThan(29_000);
    expect(changes.bid.worst()).toBeGreaterThan(25_000);
    expect(claims.unsaid, 'the header says that there is no connection').toBeLessThan(5000);
  });

  test('spreads the fleet over several projects', async () => {
    await using simulation = await simulated({ projects: ['proj_a', 'proj_b', 'proj_c'] }, 10_000);
    const { bids } = simulation.store.getState().lists;
    const counts = Map.groupBy(bids.rows.values(), ({ row }) => row.project);
    expect([...counts].map(([project, rows]) => [project, rows.length]).sort()).toEqual([
      ['proj_a', 50],
      ['proj_b', 50],
      ['proj_c', 50],
    ]);
  });
});

test('a spread has the percentiles of its times, to a step, and their worst exactly', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(100_000), { minLength: 1 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (times, share) => {
        const spread = createSpread();
        for (const ms of times) spread.add(ms);
        const sorted = times.toSorted((a, b) => a - b);
        const exact = sorted[Math.max(0, Math.ceil(share * times.length) - 1)] ?? 0;
        expect(spread.worst()).toBe(sorted.at(-1));
        expect(spread.percentile(share)).toBeGreaterThanOrEqual(exact);
        expect(spread.percentile(share) - exact).toBeLessThan(25);
      },
    ),
  );
});
