import { ApiKeyFid, BidFid, SshKeyFid, VolumeFid } from '../../contract/fid.ts';
import type { ApiKeyRecord, BidRecord, SshKeyRecord, VolumeRecord } from './model.ts';
import { randomId } from './random.ts';
import { addBid, poolOf, type World } from './world.ts';

/** Fields of a bid that the caller sets; the market sets the rest. */
export type PlacedBid = Pick<
  BidRecord,
  'name' | 'createdBy' | 'limit' | 'quantity' | 'pool' | 'volumes' | 'sshKeys' | 'startupScript' | 'kubernetesCluster'
>;

/** Places a bid (section 4.2). It is Open until the next auction, at most a second of market time later. */
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
  poolOf(world, bid).stale = true;
  return bid;
}

/** Changes the limit, in millionths of a dollar; the next auction decides its effect (section 4.2). */
export function changeLimit(world: World, bid: BidRecord, limit: bigint): void {
  bid.limit = limit;
  poolOf(world, bid).stale = true;
  world.bids.touch(bid);
}

/** Changes the volumes of a bid's new instances (section 4.2). */
export function changeVolumes(world: World, bid: BidRecord, volumes: readonly VolumeFid[]): void {
  bid.volumes = [...new Set(volumes)];
  world.bids.touch(bid);
}

/** Creates a volume (section 4.4). */
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

/** Adds an SSH key (section 4.3). */
export function addSshKey(world: World, name: string, publicKey: string): SshKeyRecord {
  const fid = SshKeyFid.parse(randomId(world, 'sshkey'));
  const key: SshKeyRecord = { fid, name, createdAt: world.now, publicKey };
  world.sshKeys.add(key);
  return key;
}

/** Adds an API key, of which the market stores only the hash (section 5). */
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

/** Revokes an API key (section 4.1). It stays listed with `deactivated_at` for a while, and is no longer valid. */
export function revokeApiKey(world: World, key: ApiKeyRecord): void {
  key.deactivatedAt = world.now;
  world.apiKeys.touch(key);
}

/** The bids that use each volume: those that name it and have not ended (section 2.4). */
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
