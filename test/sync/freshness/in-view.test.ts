import { describe, expect, test } from 'vitest';
import { FLEETS, type FleetName } from '../../bench/distance/fleets.ts';
import { mostInAMinute } from '../../bench/distance/observed.ts';
import { observed } from './observed.ts';
import type { Simulation } from './simulation.ts';

/** Oldest at p95, in milliseconds: what is in view, what is being preempted, and what has ended, which can hardly change. */
const IN_VIEW_MS = 3000;
/** The same while a list of a thousand pages is read for the first time. */
const FIRST_READ_MS = 5000;
const PREEMPTING_MS = 10_000;
const ENDED_MS = 12_000;

function expectFresh({ measures }: Pick<Simulation, 'measures'>, inViewMs = IN_VIEW_MS): void {
  const { ages, changes } = measures();
  for (const rows of ['bid', 'instance'] as const) {
    expect(changes[rows].count(), `changes of a ${rows} in view`).toBeGreaterThan(10);
    expect.soft(ages[rows].percentile(0.95), `age of a ${rows} in view`).toBeLessThanOrEqual(inViewMs);
    expect.soft(changes[rows].percentile(0.95), `change of a ${rows} in view`).toBeLessThanOrEqual(inViewMs);
  }
  expect.soft(ages.preempting.percentile(0.95), 'age of rows being preempted').toBeLessThanOrEqual(PREEMPTING_MS);
  expect.soft(changes.preempting.percentile(0.95), 'change of rows being preempted').toBeLessThanOrEqual(PREEMPTING_MS);
  if (ages.ended.count() > 0)
    expect.soft(ages.ended.percentile(0.95), 'age of ended rows in view').toBeLessThanOrEqual(ENDED_MS);
}

describe('rows in view and their changes are at most three seconds old, in small fleets from ten seconds after the start on and in others after a minute', () => {
  test.each<[FleetName, number]>([
    ['small', 250],
    ['live', 80],
  ])('in the fleet %s at %i ms', async (name, latency) => {
    const fleet = FLEETS[name];
    // The requests of a whole minute are counted where they are few.
    const forMs = fleet.bids < 1000 ? 65_000 : 25_000;
    await using simulation = await observed({ fleet, latency }, fleet.bids < 1000 ? 10_000 : 60_000, forMs);
    expectFresh(simulation);
    expect(mostInAMinute(simulation.service.times())).toBeLessThanOrEqual(fleet.requestsAMinute);
  });

  test('and five while 100,000 instances are read for the first time, which goes on meanwhile', async () => {
    await using simulation = await observed({ fleet: FLEETS.huge, latency: 80 }, 10_000, 25_000);
    expectFresh(simulation, FIRST_READ_MS);
    // A sixth of the requests of half a minute.
    const { instances } = simulation.store.getState().lists;
    expect(instances.rows.size, 'rows so far').toBeGreaterThan(5000);
  });
});
