import * as z from 'zod';
import { ApiKeyFid, BidFid, InstanceFid, ReservationFid, SshKeyFid, VolumeFid } from '../../contract/fid.ts';

/** Records in the shape of the market's file. Amounts are millionths of a dollar per instance-hour, as text in the file. */
export const time = z.number();
export const micros = z.union([z.bigint(), z.string().regex(/^\d+$/).transform(BigInt)]);

/** Only `Open` is documented (section 3). */
export const BID_STATUSES = ['Open', 'Allocated', 'Preempting', 'Paused', 'Terminated'] as const;

/** Only `STATUS_RUNNING` is documented (section 3). */
const INSTANCE_STATUSES = [
  'STATUS_NEW',
  'STATUS_CONFIRMED',
  'STATUS_SCHEDULED',
  'STATUS_INITIALIZING',
  'STATUS_STARTING',
  'STATUS_RUNNING',
  'STATUS_PREEMPTING',
  'STATUS_STOPPING',
  'STATUS_STOPPED',
  'STATUS_PAUSED',
  'STATUS_PREEMPTED',
  'STATUS_TERMINATED',
] as const;

/** Only `Block` is documented (section 2.4). */
export const VOLUME_INTERFACES = ['Block', 'File'] as const;

export const BidRecord = z.strictObject({
  fid: BidFid,
  name: z.string(),
  createdBy: z.string(),
  createdAt: time,
  /** When it was cancelled. */
  deactivatedAt: time.nullable(),
  limit: micros,
  quantity: z.int(),
  /** The instance type, with its region. */
  pool: z.string(),
  instances: z.array(InstanceFid),
  volumes: z.array(VolumeFid),
  sshKeys: z.array(SshKeyFid),
  startupScript: z.string().nullable(),
  kubernetesCluster: z.string().nullable(),
  status: z.enum(BID_STATUSES),
  /** Last change of status. */
  since: time,
});
export type BidRecord = z.output<typeof BidRecord>;
export type BidStatus = BidRecord['status'];

export const InstanceRecord = z.strictObject({
  fid: InstanceFid,
  name: z.string(),
  createdAt: time,
  pool: z.string(),
  bid: BidFid.nullable(),
  reservation: ReservationFid.nullable(),
  sshDestination: z.string().nullable(),
  privateIp: z.string().nullable(),
  status: z.enum(INSTANCE_STATUSES),
  since: time,
  /** When its next status is due. */
  dueAt: time.nullable(),
  /** Its addresses follow from it. */
  serial: z.int(),
});
export type InstanceRecord = z.output<typeof InstanceRecord>;
export type InstanceStatus = InstanceRecord['status'];

export const VolumeRecord = z.strictObject({
  fid: VolumeFid,
  name: z.string(),
  createdAt: time,
  region: z.string(),
  interface: z.enum(VOLUME_INTERFACES),
  capacityGb: z.int(),
  reservations: z.array(ReservationFid),
});
export type VolumeRecord = z.output<typeof VolumeRecord>;

export const SshKeyRecord = z.strictObject({
  fid: SshKeyFid,
  name: z.string(),
  createdAt: time,
  publicKey: z.string(),
});
export type SshKeyRecord = z.output<typeof SshKeyRecord>;

export const ApiKeyRecord = z.strictObject({
  fid: ApiKeyFid,
  name: z.string(),
  createdAt: time,
  expiresAt: time.nullable(),
  deactivatedAt: time.nullable(),
  snippet: z.string(),
  /** SHA-256 in hex (section 5). */
  hash: z.string(),
  /** The token the market was started with. */
  console: z.boolean(),
});
export type ApiKeyRecord = z.output<typeof ApiKeyRecord>;

/** An instance type in a region. */
export const PoolRecord = z.strictObject({
  id: z.string(),
  region: z.string(),
  capacity: z.int(),
  /** The random walk returns to it. */
  base: micros,
  walk: micros,
  /** Spot price: the walk's, or a surge above it. */
  price: micros,
  /** The price of others; `rise` leads to it step by step. */
  surge: z
    .strictObject({
      price: micros,
      until: time,
      rise: z.strictObject({ from: micros, since: time, until: time }).optional(),
    })
    .nullable(),
  /** Highest losing limit of the last auction. */
  unserved: micros.nullable(),
  /** Something has changed for the next auction. */
  stale: z.boolean(),
});
export type PoolRecord = z.output<typeof PoolRecord>;
