import { moveInstance, startInstance } from './instances.ts';
import type { BidRecord, BidStatus } from './model.ts';
import { instancesOf, occupies, poolOf, type World } from './world.ts';

/** Time that an outbid bid keeps its instances, in milliseconds of market time. */
export const PREEMPTION = 5 * 60_000;

/** Time that a terminated bid, an ended instance or a revoked key stays listed, in milliseconds of market time. */
export const KEPT_AFTER_END = 10 * 60_000;

function become(world: World, bid: BidRecord, status: BidStatus): void {
  if (bid.status === 'Preempting') world.leaving.delete(bid);
  if (status === 'Preempting') world.leaving.add(bid);
  bid.status = status;
  bid.since = world.now;
  poolOf(world, bid).stale = true;
  world.bids.touch(bid);
}

/** How many more instances the bid needs from its pool, or null while some of its own are still stopping. */
export function wantedCapacity(world: World, bid: BidRecord): number | null {
  const stopping = instancesOf(world, bid).some(
    ({ status }) => status === 'STATUS_STOPPING' || status === 'STATUS_STOPPED',
  );
  return stopping ? null : bid.quantity;
}

/** Allocates a winning bid: stopped instances come back with their disks, the rest is new. */
export function allocate(world: World, bid: BidRecord): void {
  become(world, bid, 'Allocated');
  for (const instance of instancesOf(world, bid)) moveInstance(world, instance, 'STATUS_STARTING');
  while (bid.instances.length < bid.quantity) startInstance(world, bid);
}

/** Preempts an outbid bid: its instances stay until the end of the preemption. */
export function preempt(world: World, bid: BidRecord): void {
  become(world, bid, 'Preempting');
  for (const instance of instancesOf(world, bid)) moveInstance(world, instance, 'STATUS_PREEMPTING');
}

/** Reinstates a bid that won during its preemption. Instances with an address continue, the rest is set up again. */
export function reinstate(world: World, bid: BidRecord): void {
  become(world, bid, 'Allocated');
  for (const instance of instancesOf(world, bid)) {
    moveInstance(world, instance, instance.sshDestination === null ? 'STATUS_INITIALIZING' : 'STATUS_RUNNING');
  }
}

/** Ends a preemption: the instances end, the bid waits for the next auction. */
export function endPreemption(world: World, bid: BidRecord): void {
  for (const instance of instancesOf(world, bid)) moveInstance(world, instance, 'STATUS_PREEMPTED');
  bid.instances = [];
  become(world, bid, 'Open');
}

/** Pauses a bid: its instances stop and keep their disks. Pausing a paused bid is no error (section 3, rule 1). */
export function pause(world: World, bid: BidRecord): void {
  if (bid.status === 'Paused' || bid.status === 'Terminated') return;
  stopInstances(world, bid);
  become(world, bid, 'Paused');
}

/** Resumes a bid: the auction restores its instances when price and capacity allow. */
export function resume(world: World, bid: BidRecord): void {
  if (bid.status === 'Paused') become(world, bid, 'Open');
}

/** Cancels a bid for good (section 4.2). It stays listed for `KEPT_AFTER_END`. */
export function cancel(world: World, bid: BidRecord): void {
  if (bid.status === 'Terminated') return;
  become(world, bid, 'Terminated');
  bid.deactivatedAt = world.now;
  poolOf(world, bid).bids.delete(bid);
  stopInstances(world, bid);
  for (const instance of instancesOf(world, bid)) {
    if (!occupies(instance.status)) moveInstance(world, instance, 'STATUS_TERMINATED');
  }
}

/** Whether the time of a bid's preemption is over. */
export function preemptionOver(bid: BidRecord, now: number): boolean {
  return bid.status === 'Preempting' && now >= bid.since + PREEMPTION;
}

function stopInstances(world: World, bid: BidRecord): void {
  for (const instance of instancesOf(world, bid)) {
    const runs = occupies(instance.status) && instance.status !== 'STATUS_STOPPING';
    if (runs) moveInstance(world, instance, 'STATUS_STOPPING');
  }
}
