import { CENT, lowestWinningLimit } from './auction.ts';
import { nextInteger, nextRandom } from './random.ts';
import type { Pool, World } from './world.ts';

/** A step of a random walk: back to the base price, higher with more in use, and towards the highest losing limit. */
export function movePrice(world: World, pool: Pool): void {
  const used = pool.capacity === 0 ? 0n : BigInt(Math.floor((100 * pool.held) / pool.capacity));
  const target = (pool.base * (90n + (20n * used) / 100n)) / 100n;
  const noise = (pool.base * BigInt(Math.trunc((nextRandom(world) - 0.5) * 12))) / 1000n;
  const push = pool.unserved !== null && pool.unserved > pool.walk ? (pool.unserved - pool.walk) / 4n : 0n;
  const walk = pool.walk + (target - pool.walk) / 16n + noise + push;
  pool.walk = clamp(walk, pool.base / 2n, pool.base * 4n);
  if (pool.surge !== null && pool.surge.until <= world.now) pool.surge = null;
  const lifted = pool.surge !== null && pool.surge.price > pool.walk;
  pool.price = lifted && pool.surge !== null ? pool.surge.price : pool.walk;
}

/** In percent of the base price. */
const SURGE_CEILING = 120n;

/** Lifts a price above its lowest winning limit, for a minute or two, rarely for longer than a preemption. One pool at a time. */
export function startSurge(world: World): void {
  world.nextSurgeAt = world.now + nextInteger(world, 60, 150) * 1000;
  const weak = [...world.pools.values()].flatMap((pool) => {
    const limit = lowestWinningLimit(pool);
    return limit !== null && limit < ceilingOf(pool) ? [{ pool, limit }] : [];
  });
  const long = nextRandom(world) < 0.25;
  const seconds = long ? nextInteger(world, 330, 420) : nextInteger(world, 50, 110);
  const chosen = weak[nextInteger(world, 0, Math.max(0, weak.length - 1))];
  if (chosen === undefined) return;
  const { pool, limit } = chosen;
  const price = clamp(limit + limit / 50n + CENT, 0n, ceilingOf(pool));
  pool.surge = { price, until: world.now + seconds * 1000 };
  pool.price = price > pool.walk ? price : pool.walk;
  pool.stale = true;
}

function ceilingOf(pool: Pool): bigint {
  return (pool.base * SURGE_CEILING) / 100n;
}

function clamp(amount: bigint, min: bigint, max: bigint): bigint {
  return amount < min ? min : amount > max ? max : amount;
}
