import { lowestWinningLimit } from './auction.ts';
import { nextInteger, nextRandom, randomFrom } from './random.ts';
import { CENT } from './spot-price.ts';
import type { Pool, World } from './world.ts';

/** A step of a random walk: back to the base price, higher with more in use, and towards the highest losing limit. */
export function movePrice(world: World, pool: Pool): void {
  const used = pool.capacity === 0 ? 0n : BigInt(Math.floor((100 * pool.held) / pool.capacity));
  const target = (pool.base * (90n + (20n * used) / 100n)) / 100n;
  const noise = (pool.base * BigInt(Math.trunc((nextRandom(world) - 0.5) * 12))) / 1000n;
  const push = pool.unserved !== null && pool.unserved > pool.walk ? (pool.unserved - pool.walk) / 4n : 0n;
  const walk = pool.walk + (target - pool.walk) / 16n + noise + push;
  pool.walk = clamp(walk, lowestPrice(pool), pool.base * 4n);
  if (pool.surge !== null && pool.surge.until <= world.now) pool.surge = null;
  const surge = pool.surge === null ? 0n : surgeAt(pool.surge, world.now);
  pool.price = surge > pool.walk ? surge : pool.walk;
}

/** The walk of prices never goes below it. In millionths of a dollar. */
export const lowestPrice = ({ base }: Pick<Pool, 'base'>): bigint => base / 2n;

function surgeAt({ price, rise }: NonNullable<Pool['surge']>, now: number): bigint {
  if (rise === undefined || now >= rise.until) return price;
  return rise.from + ((price - rise.from) * BigInt(now - rise.since)) / BigInt(rise.until - rise.since);
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
  if (isRising(pool, world.now)) return;
  const price = justAbove(pool, limit);
  // Not drawn: a world has the same random numbers with and without slow rises.
  if (world.slowRises && randomFrom(`${pool.id} ${world.now}`) < SLOW_SHARE) {
    startRise(world, pool, { price, ms: riseTime(world, pool), staysMs: seconds * 1000 });
    return;
  }
  pool.surge = { price, until: world.now + seconds * 1000 };
  pool.price = price > pool.walk ? price : pool.walk;
  pool.stale = true;
}

const SLOW_SHARE = 0.5;

/** From three to five minutes, in milliseconds. */
const riseTime = ({ now }: World, { id }: Pool): number => 180_000 + Math.floor(120_000 * randomFrom(`${now} ${id}`));

/** From the price as it is, over `ms`; it stays there for `staysMs`. */
export function startRise(
  world: World,
  pool: Pool,
  { price, ms, staysMs }: { readonly price: bigint; readonly ms: number; readonly staysMs: number },
): void {
  const until = world.now + ms;
  pool.surge = { price, until: until + staysMs, rise: { from: pool.price, since: world.now, until } };
}

const isRising = ({ surge }: Pool, now: number): boolean => surge?.rise !== undefined && now < surge.rise.until;

/** A price that outbids a limit, where the surges of a pool reach so far. */
export function justAbove(pool: Pool, limit: bigint): bigint {
  return clamp(limit + limit / 50n + CENT, 0n, ceilingOf(pool));
}

function ceilingOf(pool: Pool): bigint {
  return (pool.base * SURGE_CEILING) / 100n;
}

function clamp(amount: bigint, min: bigint, max: bigint): bigint {
  return amount < min ? min : amount > max ? max : amount;
}
