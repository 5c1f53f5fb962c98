import * as z from 'zod';

/** Identifiers (section 1), one type for each resource. */
export const BidFid = z.string().min(1).brand<'bid'>();
export type BidFid = z.output<typeof BidFid>;

export const InstanceFid = z.string().min(1).brand<'instance'>();
export type InstanceFid = z.output<typeof InstanceFid>;

export const VolumeFid = z.string().min(1).brand<'volume'>();
export type VolumeFid = z.output<typeof VolumeFid>;

export const SshKeyFid = z.string().min(1).brand<'ssh-key'>();
export type SshKeyFid = z.output<typeof SshKeyFid>;

export const ApiKeyFid = z.string().min(1).brand<'api-key'>();
export type ApiKeyFid = z.output<typeof ApiKeyFid>;

/** Rows refer to reservations; no operation takes one. */
export const ReservationFid = z.string().min(1).brand<'reservation'>();
export type ReservationFid = z.output<typeof ReservationFid>;

/** The project of bids, keys, volumes and instances (section 1). */
export const ProjectId = z.string().min(1).brand<'project'>();
export type ProjectId = z.output<typeof ProjectId>;
