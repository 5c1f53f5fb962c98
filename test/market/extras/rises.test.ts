import { expect, test } from 'vitest';
import { advance } from '../../../src/market/engine/clock.ts';
import { startSurge } from '../../../src/market/engine/prices.ts';
import { poolOf, type World } from '../../../src/market/engine/world.ts';
import { openStore } from '../../../src/market/store.ts';
import { beginRise, seedWorld } from '../../../src/market/world/seed.ts';
import { bidFor, DOLLAR, historyOf, MINUTE, quietWorld, SECOND, START } from '../world.ts';

const sweepIn = (world: World) => {
  const bid = world.bids.ordered.find(({ name }) => name === 'sweep-a');
  if (bid === undefined) throw new Error('There is no sweep-a.');
  return { bid, pool: poolOf(world, bid) };
};

test('in a new demo the headroom of sweep-a shrinks for more than two minutes, then it is outbid, and loses its instances', () => {
  const world = seedWorld(START, 1, 0);
  beginRise(world);
  const { bid, pool } = sweepIn(world);
  const headrooms: bigint[] = [];
  for (let at = START; bid.status === 'Allocated'; at += 10 * SECOND) {
    headrooms.push(bid.limit - pool.price);
    advance(world, at + 10 * SECOND);
  }
  expect(headrooms.every((headroom, n) => n === 0 || headroom < (headrooms[n - 1] ?? 0n))).toBe(true);
  expect(world.now - START).toBeGreaterThan(2 * MINUTE);
  expect(world.now - START).toBeLessThan(3 * MINUTE);
  expect(bid.status).toBe('Preempting');
  advance(world, START + 8 * MINUTE);
  expect(bid.instances).toEqual([]);
});

/** The price when a surge begins, and each half minute until it is over. */
function surgeOf(slowRises: boolean, begin: number): { readonly prices: readonly bigint[]; readonly chance: number } {
  const world = quietWorld();
  world.slowRises = slowRises;
  const bid = bidFor(world, 11n * DOLLAR, 2);
  advance(world, begin);
  startSurge(world);
  world.nextSurgeAt = Number.POSITIVE_INFINITY;
  const { chance } = world;
  const prices = [];
  for (let n = 0; n < 12; n++) {
    prices.push(poolOf(world, bid).price);
    advance(world, world.now + 30 * SECOND);
  }
  return { prices, chance };
}

const MOMENTS = Array.from({ length: 40 }, (_, n) => START + MINUTE + n * SECOND);

test('about half of the surges rise over three to five minutes, with the same random numbers', () => {
  const outbids = (price: bigint | undefined) => (price ?? 0n) > 11n * DOLLAR;
  const slow = MOMENTS.map((at) => surgeOf(true, at).prices).filter(([first]) => !outbids(first));
  expect(slow.length).toBeGreaterThan(10);
  expect(slow.length).toBeLessThan(30);
  for (const prices of slow) {
    const above = prices.findIndex(outbids);
    expect(above).toBeGreaterThan(4);
    expect(above).toBeLessThan(11);
  }
  for (const at of MOMENTS) {
    expect(surgeOf(false, at).prices[0]).toBeGreaterThan(11n * DOLLAR);
    expect(surgeOf(true, at).chance).toBe(surgeOf(false, at).chance);
  }
});

test('a rise goes on where it was after the market was closed and opened', () => {
  const [whole, saved] = [seedWorld(START, 1, 0), seedWorld(START, 1, 0)];
  for (const world of [whole, saved]) {
    beginRise(world);
    advance(world, START + MINUTE);
  }
  const store = openStore(':memory:', false);
  store.save(saved);
  const opened = store.load();
  store.close();
  if (opened === null) throw new Error('nothing was saved');
  for (const world of [whole, opened]) advance(world, START + 10 * MINUTE);
  expect(historyOf(opened)).toBe(historyOf(whole));
});
