import { expect, test } from 'vitest';
import type { FleetSize } from '../../bench/service/fleet.ts';
import type { ServiceRequest, Treatment } from './service.ts';
import { simulate } from './simulation.ts';

const FLEET: FleetSize = { bids: 2000, liveBids: 2000, instances: 2000 };

/** Treats a cursor of the list of bids as gone once it was used more often than the list was begun. */
function goodOnce(): { readonly treat: (asked: ServiceRequest) => Treatment | null; readonly refused: () => number } {
  const uses = new Map<string, number>();
  let begun = 0;
  let refused = 0;
  return {
    refused: () => refused,
    treat: ({ list, isPart, query }) => {
      if (list !== 'bids' || isPart) return null;
      const cursor = query.get('next_cursor');
      if (cursor === null) {
        begun += 1;
        return null;
      }
      const used = (uses.get(cursor) ?? 0) + 1;
      if (used <= begun) {
        uses.set(cursor, used);
        return null;
      }
      refused += 1;
      return { kind: 'refused', status: 410 };
    },
  };
}

test('where a cursor is good for one request only, rows in view are read by filters, and no cursor is tried a second time for long', async () => {
  const cursors = goodOnce();
  await using simulation = await simulate({ fleet: FLEET, latency: 80, treat: cursors.treat });
  simulation.poller.start('bids');
  await simulation.pass(60_000);
  const before = cursors.refused();
  expect(before).toBeGreaterThan(0);
  simulation.measure();
  await simulation.pass(60_000);
  expect(cursors.refused()).toBe(before);
  const { ages } = simulation.measures();
  expect(ages.bid.percentile(0.95)).toBeLessThan(4000);
});

test('rows in the middle of a long list come with the one page that has them', async () => {
  await using simulation = await simulate({ fleet: FLEET, latency: 80 });
  simulation.poller.start('bids');
  await simulation.pass(30_000);
  simulation.measure();
  const from = simulation.service.asked.length;
  await simulation.pass(30_000);
  const pages = simulation.service.asked.slice(from).filter(({ list, isPart }) => list === 'bids' && !isPart);
  expect(pages.length).toBeGreaterThan(15);
  expect(simulation.measures().ages.bid.percentile(0.95)).toBeLessThan(3000);
});
