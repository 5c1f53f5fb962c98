import * as z from 'zod';
import { once } from '../lib/memoize.ts';
import { parseMoney } from '../lib/money.ts';
import { type Endpoint, none, nothing, paged } from './endpoint.ts';
import { BidFid, InstanceFid, ProjectId, SshKeyFid, VolumeFid } from './fid.ts';
import { block, commonLine, fids, identifier, line, other, price, quantity, time } from './fields.ts';

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

/** Section 2.2. Only the status `Open` is documented; every other passes through. */
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

/** The service judges the range. */
const limitPrice = once(() =>
  z.string().refine((text) => parseMoney(text) !== null, 'Give a price like 2.50 or $2.50.'),
);

/** Section 4.2. Which parts are optional is not shown: the console sends all. */
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
 * Section 4.2. Whether `volumes` replaces or extends is not shown: the whole list is right for both when volumes are
 * added.
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
