import * as z from 'zod';
import { once } from '../lib/memoize.ts';
import { type Endpoint, none, nothing } from './endpoint.ts';
import { ApiKeyFid } from './fid.ts';
import { block, identifier, line, other, time } from './fields.ts';

/** Section 2.1. */
export const apiKeyRow = once(() =>
  z
    .object({
      fid: identifier(ApiKeyFid),
      name: line(),
      created_at: time(),
      expires_at: time(),
      deactivated_at: time(),
      snippet: line(),
    })
    .catchall(other())
    .meta({ id: 'ApiKey' }),
);
export type ApiKey = z.output<ReturnType<typeof apiKeyRow>>;

/** The only answer with the full key (sections 2.1 and 5). */
export const createdApiKey = once(() => apiKeyRow().extend({ secret: block() }).meta({ id: 'CreatedApiKey' }));

/** Section 4.1. Whether null is allowed for `expires_at` is not shown: it is sent only on request. */
export const newApiKey = once(() =>
  z
    .strictObject({
      name: z.string().min(1, 'Give the key a name.'),
      expires_at: z.iso.datetime({ offset: true, error: 'Give a time like 2027-01-31T00:00:00Z.' }).nullable(),
    })
    .meta({ id: 'NewApiKey' }),
);
export type NewApiKey = z.output<ReturnType<typeof newApiKey>>;

declare module './lists.ts' {
  interface ServiceRows {
    readonly apiKeys: ApiKey;
  }
}

const oneKey = once(() => z.strictObject({ key_fid: ApiKeyFid }));

/** The operations on API keys (section 4.1). */
export const apiKeyEndpoints = {
  listApiKeys: {
    method: 'GET',
    path: '/v2/api-keys',
    summary: 'List API keys of the caller',
    params: none,
    query: none,
    body: null,
    success: 200,
    answer: {
      kind: 'list',
      get of() {
        return apiKeyRow();
      },
    },
    errors: [401],
  },
  createApiKey: {
    method: 'POST',
    path: '/v2/api-keys',
    summary: 'Create API key',
    params: none,
    query: none,
    get body() {
      return newApiKey();
    },
    success: 201,
    answer: {
      kind: 'one',
      get of() {
        return createdApiKey();
      },
      secret: 'secret',
    },
    errors: [400, 401, 422],
  },
  revokeApiKey: {
    method: 'DELETE',
    path: '/v2/api-keys/{key_fid}',
    summary: 'Revoke API key',
    get params() {
      return oneKey();
    },
    query: none,
    body: null,
    success: 204,
    answer: nothing,
    errors: [400, 401, 404, 422],
  },
} as const satisfies Record<string, Endpoint>;
