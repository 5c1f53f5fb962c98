import * as z from 'zod';
import { ApiKey, CreatedApiKey, NewApiKey } from './api-key.ts';
import { Bid, BidUpdate, NewBid } from './bid.ts';
import { ApiKeyFid, BidFid, ProjectId, ReservationFid, VolumeFid } from './fid.ts';
import { Instance } from './instance.ts';
import { CreatedSshKey, NewSshKey, SshKey } from './ssh-key.ts';
import { NewVolume, Volume } from './volume.ts';

/** A path of the interface with one `{parameter}` for each path field. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/v2/${string}`;
  readonly summary: string;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body: z.ZodObject | null;
  readonly success: 200 | 201 | 204;
  readonly answer: Answer;
  /** Other statuses that section 4 lists for the operation. */
  readonly errors: readonly (400 | 401 | 404 | 422)[];
};

/** What a successful answer holds: nothing, one thing, a bare list, or pages of rows (section 2.6). */
export type Answer =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'one'; readonly of: z.ZodType }
  | { readonly kind: 'list'; readonly of: z.ZodType }
  | { readonly kind: 'pages'; readonly of: z.ZodType };

const none = z.strictObject({});
const nothing = { kind: 'nothing' } as const;

/** Parameters that both paged lists take (sections 4.2 and 4.5). The values of the two sort enums are not shown. */
const paged = {
  project: ProjectId,
  next_cursor: z.string().nullish(),
  sort_by: z.string().nullish(),
  sort_dir: z.string().nullish(),
  instance_type: z.string().nullish(),
  region: z.string().nullish(),
  limit: z.int().nullish(),
};

/** The whole of section 4, one record for each operation. Client, market and OpenAPI document are made from it. */
export const endpoints = {
  listApiKeys: {
    method: 'GET',
    path: '/v2/api-keys',
    summary: 'List API keys of the caller',
    params: none,
    query: none,
    body: null,
    success: 200,
    answer: { kind: 'list', of: ApiKey },
    errors: [401],
  },
  createApiKey: {
    method: 'POST',
    path: '/v2/api-keys',
    summary: 'Create API key',
    params: none,
    query: none,
    body: NewApiKey,
    success: 201,
    answer: { kind: 'one', of: CreatedApiKey },
    errors: [400, 401, 422],
  },
  revokeApiKey: {
    method: 'DELETE',
    path: '/v2/api-keys/{key_fid}',
    summary: 'Revoke API key',
    params: z.strictObject({ key_fid: ApiKeyFid }),
    query: none,
    body: null,
    success: 204,
    answer: nothing,
    errors: [400, 401, 404, 422],
  },
  listBids: {
    method: 'GET',
    path: '/v2/spot/bids',
    summary: 'List bids of a project',
    params: none,
    query: z.strictObject({ ...paged, status: z.string().nullish() }),
    body: null,
    success: 200,
    answer: { kind: 'pages', of: Bid },
    errors: [],
  },
  placeBid: {
    method: 'POST',
    path: '/v2/spot/bids',
    summary: 'Place a bid',
    params: none,
    query: none,
    body: NewBid,
    success: 201,
    answer: { kind: 'one', of: Bid },
    errors: [],
  },
  cancelBid: {
    method: 'DELETE',
    path: '/v2/spot/bids/{bid_fid}',
    summary: 'Cancel a bid',
    params: z.strictObject({ bid_fid: BidFid }),
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
    params: z.strictObject({ bid_fid: BidFid }),
    query: none,
    body: BidUpdate,
    success: 200,
    answer: { kind: 'one', of: Bid },
    errors: [],
  },
  listSshKeys: {
    method: 'GET',
    path: '/v2/ssh-keys',
    summary: 'List SSH keys of a project',
    params: none,
    query: z.strictObject({ project: ProjectId }),
    body: null,
    success: 200,
    answer: { kind: 'list', of: SshKey },
    errors: [],
  },
  createSshKey: {
    method: 'POST',
    path: '/v2/ssh-keys',
    summary: 'Create SSH key',
    params: none,
    query: none,
    body: NewSshKey,
    success: 201,
    answer: { kind: 'one', of: CreatedSshKey },
    errors: [],
  },
  listVolumes: {
    method: 'GET',
    path: '/v2/volumes',
    summary: 'List volumes of a project',
    params: none,
    query: z.strictObject({ project: ProjectId, region: z.string().nullish() }),
    body: null,
    success: 200,
    answer: { kind: 'list', of: Volume },
    errors: [422],
  },
  createVolume: {
    method: 'POST',
    path: '/v2/volumes',
    summary: 'Create volume',
    params: none,
    query: none,
    body: NewVolume,
    success: 201,
    answer: { kind: 'one', of: Volume },
    errors: [422],
  },
  deleteVolume: {
    method: 'DELETE',
    path: '/v2/volumes/{volume_fid}',
    summary: 'Delete volume',
    params: z.strictObject({ volume_fid: VolumeFid }),
    query: none,
    body: null,
    success: 204,
    answer: nothing,
    errors: [422],
  },
  listInstances: {
    method: 'GET',
    path: '/v2/instances',
    summary: 'List instances of a project',
    params: none,
    query: z.strictObject({
      ...paged,
      bid_fid_in: z.array(BidFid).nullish(),
      reservation_fid_in: z.array(ReservationFid).nullish(),
    }),
    body: null,
    success: 200,
    answer: { kind: 'pages', of: Instance },
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

/** What a caller of an endpoint hands over: path parameters, query and body, each only where the endpoint has them. */
export type Asked<Name extends EndpointName> = Filled<'params', z.output<Endpoints[Name]['params']>> &
  Filled<'query', z.output<Endpoints[Name]['query']>> &
  (Endpoints[Name]['body'] extends z.ZodObject ? { readonly body: z.output<Endpoints[Name]['body']> } : unknown);

// An object schema without fields is inferred as a record of any name: the endpoint has no such part.
type Filled<Part extends string, Fields> = string extends keyof Fields ? unknown : { readonly [part in Part]: Fields };

/** What a successful call of an endpoint brings: one thing, all rows of a list, or nothing. */
export type Answered<Name extends EndpointName> = Endpoints[Name]['answer'] extends {
  kind: 'one';
  of: infer Of extends z.ZodType;
}
  ? z.output<Of>
  : Endpoints[Name]['answer'] extends { kind: 'list' | 'pages'; of: infer Of extends z.ZodType }
    ? readonly z.output<Of>[]
    : undefined;
