import * as z from 'zod';
import { once } from '../lib/memoize.ts';
import { type Endpoint, none, paged } from './endpoint.ts';
import { BidFid, InstanceFid, ReservationFid } from './fid.ts';
import { commonLine, identifier, line, other, reference, time } from './fields.ts';

/** Section 2.5. Formats of `ssh_destination` and `private_ip`, and statuses but `STATUS_RUNNING`, are not shown. */
export const instanceRow = once(() =>
  z
    .object({
      fid: identifier(InstanceFid),
      name: line(),
      project: commonLine(),
      created_at: time(),
      instance_type: commonLine(),
      region: commonLine(),
      bid: reference(BidFid),
      reservation: reference(ReservationFid),
      ssh_destination: line(),
      private_ip: line(),
      status: commonLine(),
    })
    .catchall(other())
    .meta({ id: 'Instance' }),
);
export type Instance = z.output<ReturnType<typeof instanceRow>>;

declare module './lists.ts' {
  interface ServiceRows {
    readonly instances: Instance;
  }
}

const listQuery = once(() =>
  z.strictObject({
    ...paged(),
    bid_fid_in: z.array(BidFid).nullish(),
    reservation_fid_in: z.array(ReservationFid).nullish(),
  }),
);

/** The operations on instances (section 4.5). */
export const instanceEndpoints = {
  listInstances: {
    method: 'GET',
    path: '/v2/instances',
    summary: 'List instances of a project',
    params: none,
    get query() {
      return listQuery();
    },
    body: null,
    success: 200,
    answer: {
      kind: 'pages',
      get of() {
        return instanceRow();
      },
    },
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
