import { InstanceFid } from '../../contract/fid.ts';
import { addresses } from '../engine/instances.ts';
import type { BidRecord, InstanceRecord, InstanceStatus } from '../engine/model.ts';
import { randomId } from '../engine/random.ts';
import { addInstance, type World } from '../engine/world.ts';

/** User whose project the market serves. */
export const MARKET_USER = 'user_demo';

/** Gives a seeded bid all its instances in one status. */
export function seedInstances(world: World, bid: BidRecord, status: InstanceStatus): void {
  for (let n = 0; n < bid.quantity; n++) {
    const name = `${bid.name}-${n}`;
    const createdAt = bid.createdAt + 1000 + n;
    const instance = seedInstance(world, {
      name,
      createdAt,
      pool: bid.pool,
      bid: bid.fid,
      reservation: null,
      status,
    });
    bid.instances.push(instance.fid);
  }
}

type InstanceSeed = Pick<InstanceRecord, 'name' | 'createdAt' | 'pool' | 'bid' | 'reservation' | 'status'>;

/** Adds one instance to a world during seeding, with the addresses of its status. */
export function seedInstance(world: World, seed: InstanceSeed): InstanceRecord {
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

/** `percent` of `base`, rounded up to $0.05. */
export function percentOf(base: bigint, percent: number): bigint {
  const step = 50_000n;
  return (((base * BigInt(percent)) / 100n + step - 1n) / step) * step;
}
