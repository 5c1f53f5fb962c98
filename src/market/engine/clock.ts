import { holdAuction } from './auction.ts';
import { endPreemption, KEPT_AFTER_END, moveDueInstances, PREEMPTION } from './bids.ts';
import { notePrices } from './note.ts';
import { movePrice, startSurge } from './prices.ts';
import type { World } from './world.ts';

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
  const surges = at >= world.nextSurgeAt;
  if (surges) startSurge(world);
  if (round || surges) notePrices(world);
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
