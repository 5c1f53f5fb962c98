import { ApiKeyFid, BidFid, InstanceFid, ReservationFid, SshKeyFid, VolumeFid } from '../../contract/fid.ts';
import { addresses, PREEMPTION } from '../engine/bids.ts';
import type { BidRecord, BidStatus, InstanceRecord, InstanceStatus } from '../engine/model.ts';
import { justAbove, startRise } from '../engine/prices.ts';
import { nextInteger, nextRandom, randomId } from '../engine/random.ts';
import { addBid, addInstance, emptyWorld, poolOf, type Row, type World } from '../engine/world.ts';
import { DEMO_API_KEYS, DEMO_BIDS, DEMO_RESERVED, DEMO_SSH_KEYS, DEMO_VOLUMES, type DemoBid } from './demo-data.ts';
import { instanceType, percentOf, pools } from './hardware.ts';
import { MARKET_USER } from './people.ts';

/** A demo project after busy days, with about so many instances; at least its own 38. */
export function seedWorld(now: number, seed: number, instances: number): World {
  const room = Math.max(0, instances - 38);
  const world = emptyWorld(now, seed, pools(room));
  const reservation = ReservationFid.parse(randomId(world, 'res'));
  const volumes = new Map<string, VolumeFid>();
  for (const { age, reserved, ...volume } of DEMO_VOLUMES) {
    const fid = VolumeFid.parse(randomId(world, 'vol'));
    volumes.set(volume.name, fid);
    world.volumes.add({ ...volume, fid, createdAt: now - age, reservations: reserved ? [reservation] : [] });
  }
  const keys = new Map<string, SshKeyFid>();
  for (const { name, publicKey, age } of DEMO_SSH_KEYS) {
    const fid = SshKeyFid.parse(randomId(world, 'sshkey'));
    keys.set(name, fid);
    world.sshKeys.add({ fid, name, publicKey, createdAt: now - age });
  }
  for (const { name, snippet, age, expires } of DEMO_API_KEYS) {
    const fid = ApiKeyFid.parse(randomId(world, 'key'));
    const expiresAt = now + expires;
    const kept = { expiresAt, deactivatedAt: null, hash: '', console: false };
    world.apiKeys.add({ fid, name, snippet, createdAt: now - age, ...kept });
  }
  addReserved(world, reservation);
  for (const demo of DEMO_BIDS) addDemoBid(world, demo, volumes, keys);
  if (room > 0) seedLargeFleet(world, room, [...keys.values()]);
  return world;
}

function addDemoBid(
  world: World,
  demo: DemoBid,
  volumes: ReadonlyMap<string, VolumeFid>,
  keys: ReadonlyMap<string, SshKeyFid>,
): void {
  const pool = instanceType(demo.kind, demo.region);
  const { base } = poolOf(world, { pool });
  const createdAt = world.now - demo.age;
  const bid = seedBid(world, {
    name: demo.name,
    createdAt,
    limit: percentOf(base, demo.limit),
    quantity: demo.quantity,
    pool,
    volumes: (demo.volumes ?? []).flatMap((name) => volumes.get(name) ?? []),
    sshKeys: demo.keys.flatMap((name) => keys.get(name) ?? []),
    status: demo.status,
    since: demo.status === 'Preempting' ? world.now - 90_000 : createdAt,
    deactivatedAt: demo.status === 'Terminated' ? world.now - 60_000 : null,
    startupScript: demo.script ?? null,
  });
  if (demo.instances !== undefined) seedInstances(world, bid, demo.instances);
  if (demo.status === 'Preempting') outbidFor(world, bid, 150_000);
}

function seedBid(
  world: World,
  seed: Omit<BidRecord, 'fid' | 'createdBy' | 'instances' | 'kubernetesCluster'>,
): BidRecord {
  const fid = BidFid.parse(randomId(world, 'bid'));
  const bid: BidRecord = { ...seed, fid, createdBy: MARKET_USER, instances: [], kubernetesCluster: null };
  addBid(world, bid);
  return bid;
}

function addReserved(world: World, reservation: ReservationFid): void {
  const pool = instanceType(DEMO_RESERVED.kind, DEMO_RESERVED.region);
  for (let n = 0; n < DEMO_RESERVED.quantity; n++) {
    const name = `${DEMO_RESERVED.name}-${n}`;
    const createdAt = world.now - DEMO_RESERVED.age + n;
    seedInstance(world, { name, createdAt, pool, bid: null, reservation, status: 'STATUS_RUNNING' });
  }
}

function outbidFor(world: World, bid: BidRecord, milliseconds: number): void {
  const pool = poolOf(world, bid);
  const price = (bid.limit * 105n) / 100n;
  pool.surge = { price, until: world.now + milliseconds };
  pool.price = price;
}

const FIRST_RISE = 'sweep-a';

/** The price of one bid's type rises above its limit price in the first minutes, until it loses its instances. */
export function beginRise(world: World): void {
  const bid = world.bids.ordered.find(({ name }) => name === FIRST_RISE);
  if (bid === undefined) return;
  const pool = poolOf(world, bid);
  startRise(world, pool, { price: justAbove(pool, bid.limit), ms: 170_000, staysMs: PREEMPTION + 60_000 });
}

const WORDS = ['train', 'eval', 'sweep', 'embed', 'render', 'distill', 'serve', 'probe'] as const;
const HOUR = 3_600_000;

/** In half as many bids, to try a client on a large project: most run far above the spot price. */
function seedLargeFleet(world: World, instances: number, sshKeys: readonly SshKeyFid[]): void {
  const pools = [...world.pools.values()];
  const oldest = world.now - 72 * HOUR;
  const gap = Math.max(1, Math.floor((71 * HOUR) / instances));
  let made = 0;
  for (let n = 0; made < instances; n++) {
    const quantity = Math.min(nextInteger(world, 1, 3), instances - made);
    const turned = [...pools.slice(n % pools.length), ...pools.slice(0, n % pools.length)];
    const chosen = turned.find(({ held, capacity }) => held + quantity <= capacity);
    if (chosen === undefined) return;
    const status = drawStatus(world);
    const percent = status === 'Open' ? 50 : nextInteger(world, nextRandom(world) < 0.03 ? 112 : 121, 250);
    const createdAt = oldest + n * gap;
    const bid = seedBid(world, {
      name: `${WORDS[n % WORDS.length] ?? 'run'}-${String(n).padStart(4, '0')}`,
      createdAt,
      limit: percentOf(chosen.base, percent),
      quantity,
      pool: chosen.id,
      volumes: [],
      sshKeys: [...sshKeys],
      status,
      since: createdAt,
      deactivatedAt: null,
      startupScript: null,
    });
    if (status === 'Open') continue;
    seedInstances(world, bid, status === 'Paused' ? 'STATUS_PAUSED' : 'STATUS_RUNNING');
    made += quantity;
  }
}

function drawStatus(world: World): BidStatus {
  const random = nextRandom(world);
  return random < 0.04 ? 'Open' : random < 0.07 ? 'Paused' : 'Allocated';
}

function seedInstances(world: World, bid: BidRecord, status: InstanceStatus): void {
  for (let n = 0; n < bid.quantity; n++) {
    const name = `${bid.name}-${n}`;
    const createdAt = bid.createdAt + 1000 + n;
    const { pool, fid } = bid;
    bid.instances.push(seedInstance(world, { name, createdAt, pool, bid: fid, reservation: null, status }).fid);
  }
}

type InstanceSeed = Pick<InstanceRecord, 'name' | 'createdAt' | 'pool' | 'bid' | 'reservation' | 'status'>;

function seedInstance(world: World, seed: InstanceSeed): InstanceRecord {
  const instance: InstanceRecord = {
    ...seed,
    fid: InstanceFid.parse(randomId(world, 'inst')),
    sshDestination: null,
    privateIp: null,
    since: seed.status === 'STATUS_TERMINATED' ? world.now - 55_000 : seed.createdAt,
    dueAt: seed.status === 'STATUS_INITIALIZING' ? world.now + 6000 : null,
    serial: world.serial,
  };
  world.serial += 1;
  const running = seed.status === 'STATUS_PREEMPTING' ? 'STATUS_RUNNING' : seed.status;
  addresses(instance, running);
  addInstance(world, instance);
  return instance;
}

/** The fids of the demo's rows, in the same order for any seed and size. */
export function presentFids(world: World): readonly string[] {
  const named = <Kind extends Row & { readonly name: string }>(rows: readonly Kind[], name: string): readonly Kind[] =>
    rows.filter((row) => row.name === name).slice(0, 1);
  const bids = DEMO_BIDS.flatMap(({ name }) => named(world.bids.ordered, name));
  const reserved = world.instances.ordered.filter(({ bid }) => bid === null);
  return [
    ...bids.flatMap(({ fid, instances }) => [fid, ...instances]),
    ...DEMO_VOLUMES.flatMap(({ name }) => named(world.volumes.ordered, name)).map(({ fid }) => fid),
    ...DEMO_SSH_KEYS.flatMap(({ name }) => named(world.sshKeys.ordered, name)).map(({ fid }) => fid),
    ...reserved.flatMap(({ fid, reservation }) => [fid, reservation ?? '']),
  ];
}
