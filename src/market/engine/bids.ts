import { InstanceFid } from '../../contract/fid.ts';
import type { BidEntry } from './history.ts';
import type { BidRecord, BidStatus, InstanceRecord, InstanceStatus } from './model.ts';
import { noteBid, noteState } from './note.ts';
import { randomFrom, randomId } from './random.ts';
import { addInstance, instancesOf, occupies, poolOf, type World } from './world.ts';

/** How long an outbid bid keeps its instances. */
export const PREEMPTION = 5 * 60_000;

/** How long ended rows stay listed. */
export const KEPT_AFTER_END = 10 * 60_000;

function become(
  world: World,
  bid: BidRecord,
  status: BidStatus,
  event: BidEntry['event'],
  by: string | null = null,
): void {
  noteBid(world, bid, event, by);
  if (bid.status === 'Preempting') world.leaving.delete(bid);
  if (status === 'Preempting') world.leaving.add(bid);
  bid.status = status;
  bid.since = world.now;
  poolOf(world, bid).stale = true;
  world.bids.touch(bid);
}

/** Whether some of its own instances still stop. */
export function isStopping(world: World, bid: BidRecord): boolean {
  return instancesOf(world, bid).some(({ status }) => status === 'STATUS_STOPPING' || status === 'STATUS_STOPPED');
}

/** Stopped instances come back with their disks, the rest is new. */
export function allocate(world: World, bid: BidRecord): void {
  become(world, bid, 'Allocated', 'Allocated');
  for (const instance of instancesOf(world, bid)) moveInstance(world, instance, 'STATUS_STARTING');
  while (bid.instances.length < bid.quantity) startInstance(world, bid);
}

export function preempt(world: World, bid: BidRecord): void {
  become(world, bid, 'Preempting', 'Preempting');
  for (const instance of instancesOf(world, bid)) moveInstance(world, instance, 'STATUS_PREEMPTING');
}

/** Won during its preemption: instances with an address go on, others are set up again. */
export function reinstate(world: World, bid: BidRecord): void {
  become(world, bid, 'Allocated', 'Allocated');
  for (const instance of instancesOf(world, bid)) {
    moveInstance(world, instance, instance.sshDestination === null ? 'STATUS_INITIALIZING' : 'STATUS_RUNNING');
  }
}

export function endPreemption(world: World, bid: BidRecord): void {
  for (const instance of instancesOf(world, bid)) moveInstance(world, instance, 'STATUS_PREEMPTED');
  bid.instances = [];
  become(world, bid, 'Open', 'Preempted');
}

/** Instances keep their disks. Pausing again is no error (section 3, rule 1). */
export function pause(world: World, bid: BidRecord, by: string | null = null): void {
  if (bid.status === 'Paused' || bid.status === 'Terminated') return;
  stopInstances(world, bid);
  become(world, bid, 'Paused', 'Paused', by);
}

export function resume(world: World, bid: BidRecord, by: string | null = null): void {
  if (bid.status === 'Paused') become(world, bid, 'Open', 'Resumed', by);
}

/** Cancels a bid for good (section 4.2). */
export function cancel(world: World, bid: BidRecord, by: string | null = null): void {
  if (bid.status === 'Terminated') return;
  become(world, bid, 'Terminated', 'Terminated', by);
  bid.deactivatedAt = world.now;
  poolOf(world, bid).bids.delete(bid);
  stopInstances(world, bid);
  for (const instance of instancesOf(world, bid)) {
    if (!occupies(instance.status)) moveInstance(world, instance, 'STATUS_TERMINATED');
  }
}

function stopInstances(world: World, bid: BidRecord): void {
  for (const instance of instancesOf(world, bid)) {
    const runs = occupies(instance.status) && instance.status !== 'STATUS_STOPPING';
    if (runs) moveInstance(world, instance, 'STATUS_STOPPING');
  }
}

/** Seconds of market time, give or take a third. */
const NEXT: { readonly [Status in InstanceStatus]?: readonly [InstanceStatus, seconds: number] } = {
  STATUS_NEW: ['STATUS_CONFIRMED', 2],
  STATUS_CONFIRMED: ['STATUS_SCHEDULED', 3],
  STATUS_SCHEDULED: ['STATUS_INITIALIZING', 4],
  STATUS_INITIALIZING: ['STATUS_STARTING', 8],
  STATUS_STARTING: ['STATUS_RUNNING', 10],
  STATUS_STOPPING: ['STATUS_STOPPED', 6],
  STATUS_STOPPED: ['STATUS_PAUSED', 3],
};

function startInstance(world: World, bid: BidRecord): InstanceRecord {
  const taken = new Set(bid.instances.map((fid) => world.instances.get(fid)?.name));
  let n = 0;
  while (taken.has(`${bid.name}-${n}`)) n += 1;
  const instance: InstanceRecord = {
    fid: InstanceFid.parse(randomId(world, 'inst')),
    name: `${bid.name}-${n}`,
    createdAt: world.now,
    pool: bid.pool,
    bid: bid.fid,
    reservation: null,
    sshDestination: null,
    privateIp: null,
    status: 'STATUS_NEW',
    since: world.now,
    dueAt: null,
    serial: world.serial,
  };
  world.serial += 1;
  instance.dueAt = dueAt(instance, world.now);
  addInstance(world, instance);
  noteState(world, instance);
  bid.instances.push(instance.fid);
  return instance;
}

/** Changes an instance's status with its capacity, addresses and next status. */
function moveInstance(world: World, instance: InstanceRecord, status: InstanceStatus): void {
  const pool = poolOf(world, instance);
  const before = occupies(instance.status) ? 1 : 0;
  const after = occupies(status) ? 1 : 0;
  pool.held += after - before;
  if (instance.bid === null) pool.reserved += after - before;
  if (after < before || status === 'STATUS_PAUSED') pool.stale = true;
  instance.status = status;
  instance.since = world.now;
  instance.dueAt = dueAt(instance, world.now);
  if (instance.dueAt === null) world.moving.delete(instance);
  else world.moving.add(instance);
  addresses(instance, status);
  noteState(world, instance);
  world.instances.touch(instance);
}

/** A stopped instance of a cancelled bid ends. */
export function moveDueInstances(world: World): void {
  for (const instance of [...world.moving]) {
    if (instance.dueAt === null || instance.dueAt > world.now) continue;
    const bid = instance.bid === null ? undefined : world.bids.get(instance.bid);
    const ends = instance.status === 'STATUS_STOPPING' && bid?.status === 'Terminated';
    const next = ends ? 'STATUS_TERMINATED' : NEXT[instance.status]?.[0];
    if (next !== undefined) moveInstance(world, instance, next);
  }
}

function dueAt(instance: InstanceRecord, now: number): number | null {
  const next = NEXT[instance.status];
  if (next === undefined) return null;
  const spread = 2 / 3 + (2 / 3) * randomFrom(`${instance.fid} ${instance.status}`);
  return now + Math.round(next[1] * 1000 * spread);
}

export function addresses(instance: InstanceRecord, status: InstanceStatus): void {
  switch (status) {
    case 'STATUS_INITIALIZING':
      instance.privateIp = privateIp(instance.serial);
      break;
    case 'STATUS_STARTING':
    case 'STATUS_RUNNING':
      instance.privateIp = privateIp(instance.serial);
      instance.sshDestination = sshDestination(instance.serial);
      break;
    case 'STATUS_STOPPED':
    case 'STATUS_PAUSED':
      instance.sshDestination = null;
      break;
    case 'STATUS_PREEMPTED':
    case 'STATUS_TERMINATED':
      instance.privateIp = null;
      instance.sshDestination = null;
      break;
    default:
      break;
  }
}

const TEST_NETS = ['203.0.113', '198.51.100', '192.0.2'];
const HOSTS = 254;

/** Addresses nobody has (RFC 5737); of more instances the ports differ. */
function sshDestination(serial: number): string {
  const net = TEST_NETS[Math.floor(serial / HOSTS) % TEST_NETS.length] ?? '203.0.113';
  const round = Math.floor(serial / (HOSTS * TEST_NETS.length));
  const host = `${net}.${(serial % HOSTS) + 1}`;
  return round === 0 ? host : `${host}:${2200 + (round % 60_000)}`;
}

function privateIp(serial: number): string {
  const at = serial + 2;
  return `10.${(at >>> 16) & 255}.${(at >>> 8) & 255}.${at & 255}`;
}
