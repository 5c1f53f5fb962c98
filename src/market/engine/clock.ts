import { holdAuction } from './auction.ts';
import { endPreemption, KEPT_AFTER_END, preemptionOver } from './bids.ts';
import { moveDueInstances } from './instances.ts';
import { movePrice, startSurge } from './prices.ts';
import type { World } from './world.ts';

/** Interval of due events, in milliseconds: they happen at whole seconds of market time, so that history does not depend on the frequency of requests. */
const TICK = 1000;

/** Interval of price changes, in milliseconds. */
const ROUND = 10_000;

/** Advances market time to `to`, milliseconds since 1970. An earlier time changes nothing. */
export function advance(world: World, to: number): void {
  const first = (Math.floor(world.now / TICK) + 1) * TICK;
  for (let at = first; at <= to; at += TICK) tick(world, at);
  if (to > world.now) world.now = to;
}

/** Longest wait for the first surge, in milliseconds, so that a new market shows activity within a minute. */
const FIRST_SURGE = 25_000;

/** Advances time without events, then runs all that was due at once: for a market that was closed. */
export function skip(world: World, to: number): void {
  if (to > world.now) world.now = to;
  if (world.nextSurgeAt <= world.now) world.nextSurgeAt = world.now + FIRST_SURGE;
  tick(world, world.now);
}

function tick(world: World, at: number): void {
  world.now = at;
  moveDueInstances(world);
  for (const bid of [...world.leaving]) if (preemptionOver(bid, at)) endPreemption(world, bid);
  const round = at % ROUND === 0;
  if (round) {
    for (const pool of world.pools.values()) movePrice(world, pool);
    forgetEnded(world);
  }
  if (at >= world.nextSurgeAt) startSurge(world);
  for (const pool of world.pools.values()) if (round || pool.stale) holdAuction(world, pool);
}

/** Drops what ended `KEPT_AFTER_END` ago, so that the lists stay limited. */
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
