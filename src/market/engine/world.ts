import type {
  ApiKeyRecord,
  BidRecord,
  InstanceRecord,
  InstanceStatus,
  PoolRecord,
  SshKeyRecord,
  VolumeRecord,
} from './model.ts';
import type { RandomState } from './random.ts';
import { Rows } from './table.ts';

/** A pool with derived values that are not saved. */
export type Pool = PoolRecord & {
  /** Instances that occupy it now. */
  held: number;
  /** Reserved instances among them, which no bid can get. */
  reserved: number;
  /** Bids that have not ended. */
  readonly bids: Set<BidRecord>;
};

/** The whole market. Nothing in it reads a clock or has another source of random numbers. */
export type World = RandomState & {
  /** Market time, milliseconds since 1970. */
  now: number;
  /** Number of instances that ever existed. */
  serial: number;
  nextSurgeAt: number;
  readonly pools: ReadonlyMap<string, Pool>;
  readonly bids: Rows<BidRecord>;
  readonly instances: Rows<InstanceRecord>;
  readonly volumes: Rows<VolumeRecord>;
  readonly sshKeys: Rows<SshKeyRecord>;
  readonly apiKeys: Rows<ApiKeyRecord>;
  /** Instances with an automatic next status. */
  readonly moving: Set<InstanceRecord>;
  /** Bids that are being preempted. */
  readonly leaving: Set<BidRecord>;
};

export function emptyWorld(now: number, seed: number, pools: readonly PoolRecord[]): World {
  return {
    now,
    chance: seed | 0,
    serial: 0,
    nextSurgeAt: now + 25_000,
    pools: new Map(pools.map((pool) => [pool.id, { ...pool, held: 0, reserved: 0, bids: new Set<BidRecord>() }])),
    bids: new Rows(),
    instances: new Rows(),
    volumes: new Rows(),
    sshKeys: new Rows(),
    apiKeys: new Rows(),
    moving: new Set(),
    leaving: new Set(),
  };
}

const VACANT: ReadonlySet<InstanceStatus> = new Set<InstanceStatus>([
  'STATUS_STOPPED',
  'STATUS_PAUSED',
  'STATUS_PREEMPTED',
  'STATUS_TERMINATED',
]);

/** Whether an instance of this status takes capacity. */
export function occupies(status: InstanceStatus): boolean {
  return !VACANT.has(status);
}

/** The pool of a row. Every row names a pool of its world; opening a file checks that. */
export function poolOf(world: World, row: { readonly pool: string }): Pool {
  const pool = world.pools.get(row.pool);
  if (pool === undefined) throw new Error(`The world has no pool ${row.pool}.`);
  return pool;
}

export function addBid(world: World, bid: BidRecord): void {
  world.bids.add(bid);
  const pool = poolOf(world, bid);
  if (bid.status !== 'Terminated') pool.bids.add(bid);
  if (bid.status === 'Preempting') world.leaving.add(bid);
}

export function addInstance(world: World, instance: InstanceRecord): void {
  world.instances.add(instance);
  const pool = poolOf(world, instance);
  if (occupies(instance.status)) {
    pool.held += 1;
    if (instance.bid === null) pool.reserved += 1;
  }
  if (instance.dueAt !== null) world.moving.add(instance);
}

/** The instances of a bid, in the bid's order. */
export function instancesOf(world: World, bid: BidRecord): readonly InstanceRecord[] {
  return bid.instances.flatMap((fid) => world.instances.get(fid) ?? []);
}
