import { type PlacedBid, placeBid } from '../../src/market/engine/commands.ts';
import type { BidRecord, PoolRecord } from '../../src/market/engine/model.ts';
import { emptyWorld, instancesOf, type World } from '../../src/market/engine/world.ts';

/** A whole second, and a whole interval of prices, so that tests count in round numbers. */
export const START = 1_800_000_000_000;
export const SECOND = 1000;
export const MINUTE = 60_000;
export const DOLLAR = 1_000_000n;

export function pool(id: string, capacity: number, base: bigint): PoolRecord {
  return {
    id,
    region: 'eu',
    capacity,
    base,
    walk: base,
    price: base,
    surge: null,
    unserved: null,
    stale: true,
  };
}

/** A market of one pool with six instances at about ten dollars, without random surges. */
export function quietWorld(capacity = 6): World {
  const world = emptyWorld(START, 7, [pool('gpu.eu', capacity, 10n * DOLLAR)]);
  world.nextSurgeAt = Number.POSITIVE_INFINITY;
  return world;
}

export function bidFor(world: World, limit: bigint, quantity: number, more: Partial<PlacedBid> = {}): BidRecord {
  return placeBid(world, {
    name: 'job',
    createdBy: 'user_a',
    limit,
    quantity,
    pool: 'gpu.eu',
    volumes: [],
    sshKeys: [],
    startupScript: null,
    kubernetesCluster: null,
    ...more,
  });
}

/** Fixes the spot price from now on, whatever the random walk does. */
export function fixPrice(world: World, price: bigint): void {
  for (const pool of world.pools.values()) {
    pool.surge = { price, until: Number.POSITIVE_INFINITY };
    pool.walk = 0n;
    pool.price = price;
    pool.stale = true;
  }
}

export function statuses(world: World, bid: BidRecord): readonly string[] {
  return instancesOf(world, bid).map(({ status }) => status);
}

/** Everything of a world that a client can ever see, and its random state. */
export function historyOf(world: World): string {
  const pools = [...world.pools.values()].map(({ id, held, walk, price }) => ({ id, held, walk, price }));
  const rows = { bids: world.bids.ordered, instances: world.instances.ordered };
  return JSON.stringify({ now: world.now, random: world.chance, pools, rows }, plain, 1);
}

/** Serializes members in one order, amounts as text. */
function plain(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
