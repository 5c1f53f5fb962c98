import { ApiKeyFid, BidFid, ReservationFid, SshKeyFid, VolumeFid } from '../../contract/fid.ts';
import type { BidRecord, BidStatus } from '../engine/model.ts';
import { nextInteger, nextRandom, randomId } from '../engine/random.ts';
import { addBid, emptyWorld, poolOf, type World } from '../engine/world.ts';
import { DEMO_API_KEYS, DEMO_BIDS, DEMO_RESERVED, DEMO_SSH_KEYS, DEMO_VOLUMES, type DemoBid } from './demo-data.ts';
import { instanceType, pools } from './hardware.ts';
import { MARKET_USER, percentOf, seedInstance, seedInstances } from './seed-instances.ts';

/**
 * A world whose demo project has been busy for some days. `instances` is the approximate number of
 * instances; fewer than the demo's own 38 changes nothing. `now` is milliseconds since 1970.
 */
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
  const since = demo.status === 'Preempting' ? world.now - 90_000 : createdAt;
  const bid: BidRecord = {
    fid: BidFid.parse(randomId(world, 'bid')),
    name: demo.name,
    createdBy: MARKET_USER,
    createdAt,
    deactivatedAt: demo.status === 'Terminated' ? world.now - 60_000 : null,
    limit: percentOf(base, demo.limit),
    quantity: demo.quantity,
    pool,
    instances: [],
    volumes: (demo.volumes ?? []).flatMap((name) => volumes.get(name) ?? []),
    sshKeys: (demo.keys ?? []).flatMap((name) => keys.get(name) ?? []),
    startupScript: demo.script ?? null,
    kubernetesCluster: null,
    status: demo.status,
    since,
  };
  addBid(world, bid);
  if (demo.instances !== undefined) seedInstances(world, bid, demo.instances);
  if (demo.status === 'Preempting') outbidFor(world, bid, 150_000);
}

function addReserved(world: World, reservation: ReservationFid): void {
  const pool = instanceType(DEMO_RESERVED.kind, DEMO_RESERVED.region);
  for (let n = 0; n < DEMO_RESERVED.quantity; n++) {
    const name = `${DEMO_RESERVED.name}-${n}`;
    const createdAt = world.now - DEMO_RESERVED.age + n;
    seedInstance(world, { name, createdAt, pool, bid: null, reservation, status: 'STATUS_RUNNING' });
  }
}

/** Keeps the pool's price above a bid's limit for this many milliseconds. */
function outbidFor(world: World, bid: BidRecord, milliseconds: number): void {
  const pool = poolOf(world, bid);
  const price = (bid.limit * 105n) / 100n;
  pool.surge = { price, until: world.now + milliseconds };
  pool.price = price;
}

const WORDS = ['train', 'eval', 'sweep', 'embed', 'render', 'distill', 'serve', 'probe'] as const;
const HOUR = 3_600_000;

/**
 * Adds about `instances` instances in half as many bids, to try a client on a large project.
 * Most run well above the spot price, a few are close to it, wait or are paused.
 */
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
    const bid: BidRecord = {
      fid: BidFid.parse(randomId(world, 'bid')),
      name: `${WORDS[n % WORDS.length] ?? 'run'}-${String(n).padStart(4, '0')}`,
      createdBy: MARKET_USER,
      createdAt: oldest + n * gap,
      deactivatedAt: null,
      limit: percentOf(chosen.base, percent),
      quantity,
      pool: chosen.id,
      instances: [],
      volumes: [],
      sshKeys: [...sshKeys],
      startupScript: null,
      kubernetesCluster: null,
      status,
      since: oldest + n * gap,
    };
    addBid(world, bid);
    if (status === 'Open') continue;
    seedInstances(world, bid, status === 'Paused' ? 'STATUS_PAUSED' : 'STATUS_RUNNING');
    made += quantity;
  }
}

function drawStatus(world: World): BidStatus {
  const random = nextRandom(world);
  return random < 0.04 ? 'Open' : random < 0.07 ? 'Paused' : 'Allocated';
}
