import { describe, expect, test } from 'vitest';
import { FLEETS, type FleetName } from '../../bench/distance/fleets.ts';
import { mostInAMinute } from '../../bench/distance/observed.ts';
import { observed } from './observed.ts';
import type { ServiceRequest, Treatment } from './service.ts';

/** Oldest row in view at p95, in milliseconds. */
const IN_VIEW_MS = 3000;

const everyFifth =
  (retryAfter?: number) =>
  ({ n }: ServiceRequest): Treatment | null =>
    n % 5 === 0 ? { kind: 'refused', status: 429, ...(retryAfter === undefined ? {} : { retryAfter }) } : null;

describe('while every fifth request gets 429', () => {
  test.each<[FleetName, string, number | undefined, number]>([
    ['small', 'without a wait', undefined, IN_VIEW_MS],
    ['team', 'with a wait of a second', 1, IN_VIEW_MS + 1000],
  ])('rows in view of the fleet %s are as new as the service allows, %s', async (name, _, retryAfter, longest) => {
    await using simulation = await observed(
      { fleet: FLEETS[name], latency: 80, treat: everyFifth(retryAfter) },
      10_000,
      50_000,
    );
    const { ages, changes } = simulation.measures();
    for (const rows of ['bid', 'instance'] as const) {
      expect.soft(ages[rows].percentile(0.95), `age of a ${rows}`).toBeLessThanOrEqual(longest);
      expect.soft(changes[rows].percentile(0.95), `change of a ${rows}`).toBeLessThanOrEqual(longest);
    }
    await simulation.pass(60_000);
    expect.soft(simulation.completeAt.size, 'complete lists').toBe(2);
    expect(mostInAMinute(simulation.service.times())).toBeLessThanOrEqual(600);
  });
});

test('a page of a list that hangs for twenty seconds delays nothing in view', async () => {
  let hung: ServiceRequest | null = null;
  await using simulation = await observed(
    {
      fleet: FLEETS.usual,
      latency: 80,
      treat: (asked) => {
        if (asked.at < 6000 || asked.isPart || asked.list !== 'instances' || hung !== null) return null;
        hung = asked;
        return { kind: 'late', ms: 20_000 };
      },
    },
    7000,
    25_000,
  );
  expect(hung).not.toBeNull();
  const { ages } = simulation.measures();
  expect.soft(ages.bid.percentile(0.95)).toBeLessThanOrEqual(IN_VIEW_MS);
  expect.soft(ages.instance.percentile(0.95)).toBeLessThanOrEqual(IN_VIEW_MS);
});

test('a request for bids in view that hangs for twenty seconds delays no instance, and the bids say that they are old', async () => {
  let hung: ServiceRequest | null = null;
  await using simulation = await observed(
    {
      fleet: FLEETS.live,
      latency: 80,
      treat: (asked) => {
        const isOfView = asked.list === 'bids' && asked.query.has('instance_type');
        if (asked.at < 25_000 || !isOfView || hung !== null) return null;
        hung = asked;
        return { kind: 'late', ms: 20_000 };
      },
    },
    20_000,
    28_000,
  );
  expect(hung).not.toBeNull();
  const { ages, claims } = simulation.measures();
  expect(ages.instance.worst()).toBeLessThanOrEqual(2000 + 2 * 80 + 1000 + 250);
  expect(claims).toMatchObject({ rowTooYoung: 0, changeMissed: 0, headerTooYoung: 0, restTooYoung: 0 });
  expect(claims.unsaid).toBeLessThanOrEqual(6000);
});

test('several projects share the requests of one, and their rows in view are as fresh', async () => {
  await using simulation = await observed(
    { fleet: FLEETS.usual, latency: 80, projects: ['proj_a', 'proj_b', 'proj_c', 'proj_d'] },
    15_000,
    30_000,
  );
  const { ages } = simulation.measures();
  expect(ages.bid.percentile(0.95)).toBeLessThanOrEqual(IN_VIEW_MS);
  expect(ages.instance.percentile(0.95)).toBeLessThanOrEqual(IN_VIEW_MS);
  expect(mostInAMinute(simulation.service.times())).toBeLessThanOrEqual(600);
});
