import { moveInstance, startInstance } from './instances.ts';
import type { BidRecord, BidStatus } from './model.ts';
import { instancesOf, occupies, poolOf, type World } from './world.ts';

/** How long a bid that was outbid keeps its instances, in milliseconds of market time. */
export const PREEMPTION = 5 * 60_000;

/** How long a terminated bid, an ended instance or a revoked key stays listed, in milliseconds of market time. */
export const KEPT_AFTER_END = 10 * 60_000;

function become(world: World, bid: BidRecord, status: BidStatus): void {
  if (bid.status === 'Preempting') world.leaving.delete(bid);
  if (status === 'Preempting') world.leaving.add(bid);
  bid.status = status;
  bid.since = world.now;
  poolOf(world, bid).stale = true;
  world.bids.touch(bid);
}

/** How many more instances the bid would take from its pool, or null while some of its own are still stopping. */
export function wantedCapacity(world: World, bid: BidRecord): number | null {
  const stopping = instancesOf(world, bid).some(
    ({ status }) => status === 'STATUS_STOPPING' || status === 'STATUS_STOPPED',
  );
  return stopping ? null : bid.quantity;
}

/** The bid won: kept instances come back with their disks, the rest is new. */
export function allocate(world: World, bid: BidRecord): void {
  become(world, bid, 'Allocated');
  for (const instance of instancesOf(world, bid)) moveInstance(world, instance, 'STATUS_STARTING');
  while (bid.instances.length < bid.quantity) startInstance(world, bid);
}

/** The bid was outbid: its instances have until the end of the preemption. */
export function preempt(world: World, bid: BidRecord): void {
  become(world, bid, 'Preempting');
  for (const instance of instancesOf(world, bid)) moveInstance(world, instance, 'STATUS_PREEMPTING');
}

/** The bid won again while it was being preempted. What had an address runs on, the rest is set up anew. */
export function reinstate(world: World, bid: BidRecord): void {
  become(world, bid, 'Allocated');
  for (const instance of instancesOf(world, bid)) {
    moveInstance(world, instance, instance.sshDestination === null ? 'STATUS_INITIALIZING' : 'STATUS_RUNNING');
  }
}

/** The preemption is over: the instances are gone, the bid waits for another chance. */
export function endPreemption(world: World, bid: BidRecord): void {
  for (const instance of instancesOf(world, bid)) moveInstance(world, instance, 'STATUS_PREEMPTED');
  bid.instances = [];
  become(world, bid, 'Open');
}

/** The instances stop and keep their disks. Pausing what is paused is no error (section 3, rule 1). */
export function pause(world: World, bid: BidRecord): void {
  if (bid.status === 'Paused' || bid.status === 'Terminated') return;
  stopInstances(world, bid);
  become(world, bid, 'Paused');
}

/** The bid competes again; the auction gives its instances back when price and capacity allow. */
export function resume(world: World, bid: BidRecord): void {
  if (bid.status === 'Paused') become(world, bid, 'Open');
}

/** The bid ends for good (section 4.2). It stays listed for `KEPT_AFTER_END`. */
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

/** Whether the bid was outbid so long ago that its instances go. */
export function preemptionOver(bid: BidRecord, now: number): boolean {
  return bid.status === 'Preempting' && now >= bid.since + PREEMPTION;
}

function stopInstances(world: World, bid: BidRecord): void {
  for (const instance of instancesOf(world, bid)) {
    const runs = occupies(instance.status) && instance.status !== 'STATUS_STOPPING';
    if (runs) moveInstance(world, instance, 'STATUS_STOPPING');
  }
}
