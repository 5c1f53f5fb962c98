import * as z from 'zod';
import { BidFid, InstanceFid, ReservationFid } from './fid.ts';
import { identifier, line, other, reference, time } from './reading.ts';

/**
 * An instance (section 2.5). Instances are only listed. The formats of `ssh_destination` and `private_ip`
 * and all statuses but `STATUS_RUNNING` are not shown.
 */
export const Instance = z
  .object({
    fid: identifier(InstanceFid),
    name: line,
    project: line,
    created_at: time,
    instance_type: line,
    region: line,
    bid: reference(BidFid),
    reservation: reference(ReservationFid),
    ssh_destination: line,
    private_ip: line,
    status: line,
  })
  .catchall(other)
  .meta({ id: 'Instance' });
export type Instance = z.output<typeof Instance>;
