import { BidFid, type SshKeyFid } from '../../contract/fid.ts';
import type { BidRecord, BidStatus } from '../engine/model.ts';
import { nextInteger, nextRandom, randomId } from '../engine/random.ts';
import { addBid, type World } from '../engine/world.ts';
import { MARKET_USER, percentOf, seedInstances } from './seed-instances.ts';

const WORDS = ['train', 'eval', 'sweep', 'embed', 'render', 'distill', 'serve', 'probe'] as const;
const HOUR = 3_600_000;

/**
 * Adds about `instances` instances in half as many bids, to try a client on a large project.
 * Most run well above the spot price, a few are close to it, wait or are paused.
 */
export function seedLargeFleet(world: World, instances: number, sshKeys: readonly SshKeyFid[]): void {
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
