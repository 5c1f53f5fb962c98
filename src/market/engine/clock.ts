import {
  allocate,
  endPreemption,
  isStopping,
  KEPT_AFTER_END,
  moveDueInstances,
  PREEMPTION,
  preempt,
  reinstate,
} from './bids.ts';
import type { BidRecord } from './model.ts';
import { nextInteger, nextRandom } from './random.ts';
import { compareRows, type Pool, type World } from './world.ts';

/** Events happen at whole seconds, whenever requests come. */
const TICK = 1000;

/** Interval of price changes. */
const ROUND = 10_000;

/** An earlier time changes nothing. */
export function advance(world: World, to: number): void {
  const first = (Math.floor(world.now / TICK) + 1) * TICK;
  for (let at = first; at <= to; at += TICK) tick(world, at);
  if (to > world.now) world.now = to;
}

/** A new market shows activity within a minute. */
const FIRST_SURGE = 25_000;

/** Passes time without events, then runs all that's due: for a closed market. */
export function skip(world: World, to: number): void {
  if (to > world.now) world.now = to;
  if (world.nextSurgeAt <= world.now) world.nextSurgeAt = world.now + FIRST_SURGE;
  tick(world, world.now);
}

function tick(world: World, at: number): void {
  world.now = at;
  moveDueInstances(world);
  for (const bid of [...world.leaving]) if (at >= bid.since + PREEMPTION) endPreemption(world, bid);
  const round = at % ROUND === 0;
  if (round) {
    for (const pool of world.pools.values()) movePrice(world, pool);
    forgetEnded(world);
  }
  if (at >= world.nextSurgeAt) startSurge(world);
  for (const pool of world.pools.values()) if (round || pool.stale) holdAuction(world, pool);
}

function forgetEnded(world: World): void {
  const before = world.now - KEPT_AFTER_END;
  for (const instance of [...world.instances.ordered]) {
    const ended = instance.status === 'STATUS_TERMINATED' || instance.status === 'STATUS_PREEMPTED';
    if (ended && instance.since <= before) world.instances.remove(instance);
  }
  for (const bid of [...world.bids.ordered]) {
    if (bid.deactivatedAt !== null && bid.deactivatedAt <= before) world.bids.remove(bid);
  }
  for (const key of [...world.apiKeys.ordered]) {
    if (key.deactivatedAt !== null && key.deactivatedAt <= before) world.apiKeys.remove(key);
  }
}

/** Bids at or above the spot price win whole, the highest limit first, the older among equals; one that doesn't fit lets smaller ones pass. Losers are preempted, winners wait for free capacity. */
function holdAuction(world: World, pool: Pool): void {
  pool.stale = false;
  pool.unserved = null;
  const standing = [...pool.bids].filter(({ status }) => status !== 'Paused').sort(byLimit);
  const winners = new Set<BidRecord>();
  let left = pool.capacity - pool.reserved;
  for (const bid of standing) {
    if (bid.limit < pool.price) break;
    if (bid.quantity <= left) {
      winners.add(bid);
      left -= bid.quantity;
    } else if (bid.quantity <= pool.capacity - pool.reserved) {
      pool.unserved ??= bid.limit;
    }
  }
  for (const bid of standing) {
    if (bid.status === 'Allocated' && !winners.has(bid)) preempt(world, bid);
    else if (bid.status === 'Preempting' && winners.has(bid)) reinstate(world, bid);
  }
  for (const bid of winners) {
    if (bid.status !== 'Open' || isStopping(world, bid)) continue;
    if (bid.quantity <= pool.capacity - pool.held) allocate(world, bid);
  }
  pool.stale = false;
}

function byLimit(a: BidRecord, b: BidRecord): number {
  if (a.limit !== b.limit) return a.limit > b.limit ? -1 : 1;
  return compareRows(a, b);
}

const CENT = 10_000n;

/** A step of a random walk: back to the base price, higher with more in use, and towards the highest losing limit. */
function movePrice(world: World, pool: Pool): void {
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

function lowestWinningLimit(pool: Pool): bigint | null {
  let lowest: bigint | null = null;
  for (const { status, limit } of pool.bids) {
    if (status === 'Allocated' && (lowest === null || limit < lowest)) lowest = limit;
  }
  return lowest;
}

function clamp(amount: bigint, min: bigint, max: bigint): bigint {
  return amount < min ? min : amount > max ? max : amount;
}
