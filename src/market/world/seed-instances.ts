import { InstanceFid } from '../../contract/fid.ts';
import { addresses } from '../engine/instances.ts';
import type { BidRecord, InstanceRecord, InstanceStatus } from '../engine/model.ts';
import { randomId } from '../engine/random.ts';
import { addInstance, type World } from '../engine/world.ts';

/** The user whose project the market serves. */
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

/** Adds one instance to a world that is being seeded, with the addresses its status has. */
export function seedInstance(world: World, seated: InstanceSeed): InstanceRecord {
  const instance: InstanceRecord = {
    ...seated,
    fid: InstanceFid.parse(randomId(world, 'inst')),
    sshDestination: null,
    privateIp: null,
    since: seated.status === 'STATUS_TERMINATED' ? world.now - 55_000 : seated.createdAt,
    dueAt: seated.status === 'STATUS_INITIALIZING' ? world.now + 6000 : null,
    serial: world.serial,
  };
  world.serial += 1;
  const running = seated.status === 'STATUS_PREEMPTING' ? 'STATUS_RUNNING' : seated.status;
  addresses(instance, running);
  addInstance(world, instance);
  return instance;
}

/** So many percent of a price, to the next 5 cents. */
export function percentOf(base: bigint, percent: number): bigint {
  const step = 50_000n;
  return (((base * BigInt(percent)) / 100n + step - 1n) / step) * step;
}
