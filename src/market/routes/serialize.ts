import type * as z from 'zod';
import type { ApiKey } from '../../contract/api-key.ts';
import type { Bid } from '../../contract/bid.ts';
import type { Instance } from '../../contract/instance.ts';
import type { SshKey } from '../../contract/ssh-key.ts';
import type { Volume } from '../../contract/volume.ts';
import { formatMoney } from '../../lib/money.ts';
import type { ApiKeyRecord, BidRecord, InstanceRecord, SshKeyRecord, VolumeRecord } from '../engine/model.ts';
import { chanceOf } from '../engine/random.ts';
import { poolOf } from '../engine/world.ts';
import type { Readings } from '../variants.ts';
import type { Market } from './handler.ts';

/** Rows as answers write them (section 2), by the readings of null, time, price and states. */

export function apiKeyAnswer(key: ApiKeyRecord, { readings }: Market): z.input<typeof ApiKey> {
  return {
    fid: key.fid,
    name: key.name,
    created_at: timestamp(key.createdAt, readings),
    ...member('expires_at', optionalTime(key.expiresAt, readings), readings),
    ...member('deactivated_at', optionalTime(key.deactivatedAt, readings), readings),
    snippet: key.snippet,
    ...extra(readings),
  };
}

export function bidAnswer(bid: BidRecord, { world, project, readings }: Market): z.input<typeof Bid> {
  return {
    fid: bid.fid,
    name: bid.name,
    project,
    created_by: bid.createdBy,
    created_at: timestamp(bid.createdAt, readings),
    ...member('deactivated_at', optionalTime(bid.deactivatedAt, readings), readings),
    limit_price: formatMoney({
      sign: readings['price-sign'] === 'dollar' ? '$' : '',
      micros: bid.limit,
      text: '',
    }),
    instance_quantity: bid.quantity,
    instance_type: bid.pool,
    region: poolOf(world, bid).region,
    instances: bid.instances,
    launch_specification: {
      volumes: bid.volumes,
      ssh_keys: bid.sshKeys,
      ...member('startup_script', bid.startupScript, readings),
      ...member('kubernetes_cluster', bid.kubernetesCluster, readings),
    },
    status: state(bid.fid, bid.status, 'Migrating', readings),
    ...extra(readings),
  };
}

export function instanceAnswer(instance: InstanceRecord, market: Market): z.input<typeof Instance> {
  const { world, project, readings, sshDestination } = market;
  const reached = instance.sshDestination === null ? null : (sshDestination ?? instance.sshDestination);
  return {
    fid: instance.fid,
    name: instance.name,
    project,
    created_at: timestamp(instance.createdAt, readings),
    instance_type: instance.pool,
    region: poolOf(world, instance).region,
    ...member('bid', instance.bid, readings),
    ...member('reservation', instance.reservation, readings),
    ...member('ssh_destination', reached, readings),
    ...member('private_ip', instance.privateIp, readings),
    status: state(instance.fid, instance.status, 'STATUS_HIBERNATING', readings),
    ...extra(readings),
  };
}

export function sshKeyAnswer(key: SshKeyRecord, { project, readings }: Market): z.input<typeof SshKey> {
  return {
    fid: key.fid,
    name: key.name,
    project,
    public_key: key.publicKey,
    created_at: timestamp(key.createdAt, readings),
    ...extra(readings),
  };
}

export function volumeAnswer(
  volume: VolumeRecord,
  bids: readonly BidRecord[],
  { project, readings }: Market,
): z.input<typeof Volume> {
  return {
    fid: volume.fid,
    name: volume.name,
    region: volume.region,
    created_at: timestamp(volume.createdAt, readings),
    capacity_gb: volume.capacityGb,
    project,
    interface: state(volume.fid, volume.interface, 'Object', readings),
    bids: bids.map(({ fid }) => fid),
    reservations: volume.reservations,
    ...extra(readings),
  };
}

/** Nothing at all for a value that is not there, when nulls are sparse. */
function member<Name extends string>(name: Name, value: string | null, readings: Readings) {
  return value === null && readings.nulls === 'sparse' ? {} : { [name]: value };
}

function optionalTime(at: number | null, readings: Readings): string | null {
  return at === null ? null : timestamp(at, readings);
}

function timestamp(at: number, readings: Readings): string {
  const text = new Date(at).toISOString();
  const zones = { z: 'Z', offset: '+00:00', 'minus-offset': '-00:00' } as const;
  return text.replace('Z', zones[readings.timestamps]);
}

/** A state nobody knows, for about a third of the rows and always the same ones. */
function state(fid: string, known: string, unknown: string, readings: Readings): string {
  return readings['unknown-status'] === 'on' && chanceOf(fid) < 0.34 ? unknown : known;
}

function extra(readings: Readings) {
  return readings['extra-members'] === 'on' ? { deleted_at: null, attachments: [{ kind: 'note', size: 3 }] } : {};
}
