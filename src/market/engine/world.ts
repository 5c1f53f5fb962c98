import { firstWhere } from '../../lib/intervals.ts';
import { emptyHistory, type History } from './history.ts';
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

/** A pool with its derived values, which are never saved. */
export type Pool = PoolRecord & {
  /** Instances in it now. */
  held: number;
  /** Those of reservations among them. */
  reserved: number;
  readonly bids: Set<BidRecord>;
};

/** Nothing in it reads a clock or another source of random numbers. */
export type World = RandomState & {
  now: number;
  /** Instances ever made. */
  serial: number;
  nextSurgeAt: number;
  /** Whether half of the surges rise slowly; as the market is started, never saved. */
  slowRises: boolean;
  readonly pools: ReadonlyMap<string, Pool>;
  readonly bids: Rows<BidRecord>;
  readonly instances: Rows<InstanceRecord>;
  readonly volumes: Rows<VolumeRecord>;
  readonly sshKeys: Rows<SshKeyRecord>;
  readonly apiKeys: Rows<ApiKeyRecord>;
  readonly history: History;
  /** Those with a next status. */
  readonly moving: Set<InstanceRecord>;
  /** Those being preempted. */
  readonly leaving: Set<BidRecord>;
};

export function emptyWorld(now: number, seed: number, pools: readonly PoolRecord[]): World {
  return {
    now,
    chance: seed | 0,
    serial: 0,
    nextSurgeAt: now + 25_000,
    slowRises: false,
    pools: new Map(pools.map((pool) => [pool.id, { ...pool, held: 0, reserved: 0, bids: new Set<BidRecord>() }])),
    bids: new Rows(),
    instances: new Rows(),
    volumes: new Rows(),
    sshKeys: new Rows(),
    apiKeys: new Rows(),
    history: emptyHistory(),
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

/** Whether it takes capacity. */
export function occupies(status: InstanceStatus): boolean {
  return !VACANT.has(status);
}

/** Each row has its pool, checked when a file is opened. */
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

export function instancesOf(world: World, bid: BidRecord): readonly InstanceRecord[] {
  return bid.instances.flatMap((fid) => world.instances.get(fid) ?? []);
}

export type Row = { readonly fid: string; readonly createdAt: number };

/** Rows of a resource in the order of creation, and the changes since they were saved. */
export class Rows<Kind extends Row> {
  readonly #byFid = new Map<string, Kind>();
  readonly #ordered: Kind[] = [];
  readonly #unsaved = new Set<string>();

  get size(): number {
    return this.#ordered.length;
  }

  /** Oldest first, then by fid. */
  get ordered(): readonly Kind[] {
    return this.#ordered;
  }

  get unsaved(): ReadonlySet<string> {
    return this.#unsaved;
  }

  get(fid: string): Kind | undefined {
    return this.#byFid.get(fid);
  }

  add(row: Kind): void {
    this.#byFid.set(row.fid, row);
    this.#ordered.splice(this.#placeOf(row), 0, row);
    this.#unsaved.add(row.fid);
  }

  /** After a change in place. */
  touch(row: Kind): void {
    this.#unsaved.add(row.fid);
  }

  remove(row: Kind): void {
    if (!this.#byFid.delete(row.fid)) return;
    this.#ordered.splice(this.#placeOf(row), 1);
    this.#unsaved.add(row.fid);
  }

  saved(): void {
    this.#unsaved.clear();
  }

  /** From the end, where new rows go. */
  #placeOf(row: Kind): number {
    const last = this.#ordered.at(-1);
    if (last === undefined || compareRows(last, row) < 0) return this.#ordered.length;
    return firstWhere(this.#ordered, (there) => compareRows(there, row) >= 0);
  }
}

/** Identifiers by code unit, the same on every machine. */
export function compareRows(a: Row, b: Row): number {
  if (a.createdAt !== b.createdAt) return a.createdAt - b.createdAt;
  return a.fid < b.fid ? -1 : a.fid > b.fid ? 1 : 0;
}
