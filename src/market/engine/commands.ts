import { ApiKeyFid, BidFid, SshKeyFid, VolumeFid } from '../../contract/fid.ts';
import type { ApiKeyRecord, BidRecord, SshKeyRecord, VolumeRecord } from './model.ts';
import { noteBid } from './note.ts';
import { randomId } from './random.ts';
import { addBid, poolOf, type World } from './world.ts';

/** What the caller sets. */
export type PlacedBid = Pick<
  BidRecord,
  'name' | 'createdBy' | 'limit' | 'quantity' | 'pool' | 'volumes' | 'sshKeys' | 'startupScript' | 'kubernetesCluster'
>;

/** Open until the next auction, within a second (section 4.2). */
export function placeBid(world: World, placed: PlacedBid): BidRecord {
  const bid: BidRecord = {
    ...placed,
    fid: BidFid.parse(randomId(world, 'bid')),
    createdAt: world.now,
    deactivatedAt: null,
    instances: [],
    status: 'Open',
    since: world.now,
  };
  addBid(world, bid);
  noteBid(world, bid, 'Placed', bid.createdBy);
  poolOf(world, bid).stale = true;
  return bid;
}

/** In millionths of a dollar. */
export function changeLimit(world: World, bid: BidRecord, limit: bigint, by: string | null = null): void {
  const isOther = limit !== bid.limit;
  bid.limit = limit;
  if (isOther) noteBid(world, bid, 'Limit Price Changed', by);
  poolOf(world, bid).stale = true;
  world.bids.touch(bid);
}

export function changeVolumes(
  world: World,
  bid: BidRecord,
  volumes: readonly VolumeFid[],
  by: string | null = null,
): void {
  const before = bid.volumes;
  bid.volumes = [...new Set(volumes)];
  if (bid.volumes.some((fid) => !before.includes(fid))) noteBid(world, bid, 'Volumes Attached', by);
  if (before.some((fid) => !bid.volumes.includes(fid))) noteBid(world, bid, 'Volumes Removed', by);
  world.bids.touch(bid);
}

export function createVolume(
  world: World,
  request: Pick<VolumeRecord, 'name' | 'region' | 'interface' | 'capacityGb'>,
): VolumeRecord {
  const volume: VolumeRecord = {
    ...request,
    fid: VolumeFid.parse(randomId(world, 'vol')),
    createdAt: world.now,
    reservations: [],
  };
  world.volumes.add(volume);
  return volume;
}

export function addSshKey(world: World, name: string, publicKey: string): SshKeyRecord {
  const fid = SshKeyFid.parse(randomId(world, 'sshkey'));
  const key: SshKeyRecord = { fid, name, createdAt: world.now, publicKey };
  world.sshKeys.add(key);
  return key;
}

export function addApiKey(
  world: World,
  request: Pick<ApiKeyRecord, 'name' | 'expiresAt' | 'snippet' | 'hash' | 'console'>,
): ApiKeyRecord {
  const key: ApiKeyRecord = {
    ...request,
    fid: ApiKeyFid.parse(randomId(world, 'key')),
    createdAt: world.now,
    deactivatedAt: null,
  };
  world.apiKeys.add(key);
  return key;
}

/** Listed for a while with `deactivated_at` (section 4.1). */
export function revokeApiKey(world: World, key: ApiKeyRecord): void {
  key.deactivatedAt = world.now;
  world.apiKeys.touch(key);
}

/** Bids not ended (section 2.4). */
export function bidsByVolume(world: World): ReadonlyMap<VolumeFid, readonly BidRecord[]> {
  const users = new Map<VolumeFid, BidRecord[]>();
  for (const bid of world.bids.ordered) {
    if (bid.status === 'Terminated') continue;
    for (const volume of bid.volumes) {
      const known = users.get(volume);
      if (known === undefined) users.set(volume, [bid]);
      else known.push(bid);
    }
  }
  return users;
}
