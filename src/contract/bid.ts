import * as z from 'zod';
import { parseMoney } from '../lib/money.ts';
import { once } from '../lib/once.ts';
import { type Endpoint, none, nothing, paged } from './endpoint.ts';
import { BidFid, InstanceFid, ProjectId, SshKeyFid, VolumeFid } from './fid.ts';
import { block, commonLine, fids, identifier, line, other, price, quantity, time } from './fields.ts';

/** Configuration of each new instance of a bid (section 2.2). */
const launchSpecification = once(() =>
  z
    .object({
      volumes: fids(VolumeFid),
      ssh_keys: fids(SshKeyFid),
      startup_script: block(),
      kubernetes_cluster: line(),
    })
    .catchall(other())
    .meta({ id: 'LaunchSpecification' }),
);

/** A spot bid (section 2.2). `status` is an open enum: only `Open` is documented, every other value passes through. */
export const bidRow = once(() =>
  z
    .object({
      fid: identifier(BidFid),
      name: line(),
      project: commonLine(),
      created_by: commonLine(),
      created_at: time(),
      deactivated_at: time(),
      limit_price: price(),
      instance_quantity: quantity(),
      instance_type: commonLine(),
      region: commonLine(),
      instances: fids(InstanceFid),
      launch_specification: launchSpecification()
        .nullish()
        .transform((given) => given ?? null),
      status: commonLine(),
    })
    .catchall(other())
    .meta({ id: 'Bid' }),
);
export type Bid = z.output<ReturnType<typeof bidRow>>;

/** A price to send: must be an amount; the service judges whether it is in range. */
const limitPrice = once(() =>
  z.string().refine((text) => parseMoney(text) !== null, 'Give a price like 2.50 or $2.50.'),
);

/**
 * Body of `POST /v2/spot/bids` (section 4.2). The interface does not show whether the launch specification and
 * its parts are optional: the console always sends it with both lists, a service may accept less.
 */
export const newBid = once(() =>
  z
    .strictObject({
      project: ProjectId,
      region: z.string().min(1, 'Give a region.'),
      instance_type: z.string().min(1, 'Give an instance type.'),
      limit_price: limitPrice(),
      name: z.string().min(1, 'Give the bid a name.'),
      instance_quantity: z
        .int('Give a whole number of instances.')
        .min(1, 'Give a whole number of instances, at least 1.'),
      launch_specification: z
        .strictObject({
          volumes: z.array(VolumeFid).optional(),
          ssh_keys: z.array(SshKeyFid).optional(),
          startup_script: z.string().nullish(),
          kubernetes_cluster: z.string().nullish(),
        })
        .optional(),
    })
    .meta({ id: 'NewBid' }),
);
export type NewBid = z.output<ReturnType<typeof newBid>>;

/**
 * Body of `PATCH /v2/spot/bids/{bid_fid}` (section 4.2): all parts optional and nullable.
 * The interface does not show whether `volumes` replaces or extends the list; the console
 * sends the whole list, which is right for both when volumes are only added.
 */
export const bidUpdate = once(() =>
  z
    .strictObject({
      limit_price: limitPrice().nullish(),
      paused: z.boolean().nullish(),
      volumes: z.array(VolumeFid).nullish(),
    })
    .meta({ id: 'BidUpdate' }),
);
export type BidUpdate = z.output<ReturnType<typeof bidUpdate>>;

declare module './lists.ts' {
  interface ServiceRows {
    readonly bids: Bid;
  }
}

const listQuery = once(() => z.strictObject({ ...paged(), status: z.string().nullish() }));

const oneBid = once(() => z.strictObject({ bid_fid: BidFid }));

/** The operations on bids (section 4.2). */
export const bidEndpoints = {
  listBids: {
    method: 'GET',
    path: '/v2/spot/bids',
    summary: 'List bids of a project',
    params: none,
    get query() {
      return listQuery();
    },
    body: null,
    success: 200,
    answer: {
      kind: 'pages',
      get of() {
        return bidRow();
      },
    },
    errors: [],
  },
  placeBid: {
    method: 'POST',
    path: '/v2/spot/bids',
    summary: 'Place a bid',
    params: none,
    query: none,
    get body() {
      return newBid();
    },
    success: 201,
    answer: {
      kind: 'one',
      get of() {
        return bidRow();
      },
    },
    errors: [],
  },
  cancelBid: {
    method: 'DELETE',
    path: '/v2/spot/bids/{bid_fid}',
    summary: 'Cancel a bid',
    get params() {
      return oneBid();
    },
    query: none,
    body: null,
    success: 204,
    answer: nothing,
    errors: [],
  },
  updateBid: {
    method: 'PATCH',
    path: '/v2/spot/bids/{bid_fid}',
    summary: 'Update a bid',
    get params() {
      return oneBid();
    },
    query: none,
    get body() {
      return bidUpdate();
    },
    success: 200,
    answer: {
      kind: 'one',
      get of() {
        return bidRow();
      },
    },
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
