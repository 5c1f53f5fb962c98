import type * as z from 'zod';
import type { apiKeyRow } from '../../contract/api-key.ts';
import type { bidRow } from '../../contract/bid.ts';
import type { instanceRow } from '../../contract/instance.ts';
import type { sshKeyRow } from '../../contract/ssh-key.ts';
import type { volumeRow } from '../../contract/volume.ts';
import { formatMoney } from '../../lib/money.ts';
import type { ApiKeyRecord, BidRecord, InstanceRecord, SshKeyRecord, VolumeRecord } from '../engine/model.ts';
import { randomFrom } from '../engine/random.ts';
import { poolOf } from '../engine/world.ts';
import type { Variants } from '../variants.ts';
import type { MarketContext } from './handler.ts';

/** Rows as sent (section 2). */

export function apiKeyAnswer(key: ApiKeyRecord, { variants }: MarketContext): z.input<ReturnType<typeof apiKeyRow>> {
  return {
    fid: key.fid,
    name: key.name,
    created_at: timestamp(key.createdAt, variants),
    ...member('expires_at', optionalTime(key.expiresAt, variants), variants),
    ...member('deactivated_at', optionalTime(key.deactivatedAt, variants), variants),
    snippet: key.snippet,
    ...extra(variants),
  };
}

export function bidAnswer(
  bid: BidRecord,
  { world, project, variants }: MarketContext,
): z.input<ReturnType<typeof bidRow>> {
  return {
    fid: bid.fid,
    name: bid.name,
    project,
    created_by: bid.createdBy,
    created_at: timestamp(bid.createdAt, variants),
    ...member('deactivated_at', optionalTime(bid.deactivatedAt, variants), variants),
    limit_price: priceText(bid.limit, variants),
    instance_quantity: bid.quantity,
    instance_type: bid.pool,
    region: poolOf(world, bid).region,
    instances: bid.instances,
    launch_specification: {
      volumes: bid.volumes,
      ssh_keys: bid.sshKeys,
      ...member('startup_script', bid.startupScript, variants),
      ...member('kubernetes_cluster', bid.kubernetesCluster, variants),
    },
    status: state(bid.fid, bid.status, 'Migrating', variants),
    ...extra(variants),
  };
}

export function instanceAnswer(
  instance: InstanceRecord,
  market: MarketContext,
): z.input<ReturnType<typeof instanceRow>> {
  const { world, project, variants, sshDestination } = market;
  const reached = instance.sshDestination === null ? null : (sshDestination ?? instance.sshDestination);
  return {
    fid: instance.fid,
    name: instance.name,
    project,
    created_at: timestamp(instance.createdAt, variants),
    instance_type: instance.pool,
    region: poolOf(world, instance).region,
    ...member('bid', instance.bid, variants),
    ...member('reservation', instance.reservation, variants),
    ...member('ssh_destination', reached, variants),
    ...member('private_ip', instance.privateIp, variants),
    status: state(instance.fid, instance.status, 'STATUS_HIBERNATING', variants),
    ...extra(variants),
  };
}

export function sshKeyAnswer(
  key: SshKeyRecord,
  { project, variants }: MarketContext,
): z.input<ReturnType<typeof sshKeyRow>> {
  return {
    fid: key.fid,
    name: key.name,
    project,
    public_key: key.publicKey,
    created_at: timestamp(key.createdAt, variants),
    ...extra(variants),
  };
}

export function volumeAnswer(
  volume: VolumeRecord,
  bids: readonly BidRecord[],
  { project, variants }: MarketContext,
): z.input<ReturnType<typeof volumeRow>> {
  return {
    fid: volume.fid,
    name: volume.name,
    region: volume.region,
    created_at: timestamp(volume.createdAt, variants),
    capacity_gb: volume.capacityGb,
    project,
    interface: state(volume.fid, volume.interface, 'Object', variants),
    bids: bids.map(({ fid }) => fid),
    reservations: volume.reservations,
    ...extra(variants),
  };
}

/** Sparse nulls have no member. */
function member<Name extends string>(name: Name, value: string | null, variants: Variants) {
  return value === null && variants.nulls === 'sparse' ? {} : { [name]: value };
}

function optionalTime(at: number | null, variants: Variants): string | null {
  return at === null ? null : timestamp(at, variants);
}

/** Of millionths of a dollar. */
export function priceText(micros: bigint, variants: Variants): string {
  return formatMoney({ sign: variants['price-sign'] === 'dollar' ? '$' : '', micros, text: '' });
}

/** In milliseconds since 1970. */
export function timestamp(at: number, variants: Variants): string {
  const text = new Date(at).toISOString();
  const zones = { z: 'Z', offset: '+00:00', 'minus-offset': '-00:00' } as const;
  return text.replace('Z', zones[variants.timestamps]);
}

/** Unknown for a third of the rows, always the same ones. */
function state(fid: string, known: string, unknown: string, variants: Variants): string {
  return variants['unknown-status'] === 'on' && randomFrom(fid) < 0.34 ? unknown : known;
}

function extra(variants: Variants) {
  return variants['extra-members'] === 'on' ? { deleted_at: null, attachments: [{ kind: 'note', size: 3 }] } : {};
}
