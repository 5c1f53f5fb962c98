import { endpoints } from '../../contract/endpoints.ts';
import { hashOf, makeSecret, snippetOf } from '../credentials.ts';
import { addApiKey, revokeApiKey as revoke } from '../engine/commands.ts';
import { handler, handlerWithBody } from './handler.ts';
import { invalid, notFound } from './http-error.ts';
import { apiKeyAnswer } from './serialize.ts';

/** `GET /v2/api-keys`, oldest first, never with a secret. */
export const listApiKeys = handler(endpoints.listApiKeys, (_, market) =>
  market.world.apiKeys.ordered.map((key) => apiKeyAnswer(key, market)),
);

/** `POST /v2/api-keys`. The only answer with the secret (section 5). */
export const createApiKey = handlerWithBody(endpoints.createApiKey, ({ body }, market) => {
  const loc = ['body', 'expires_at'];
  const expiresAt = body.expires_at === null ? null : Date.parse(body.expires_at);
  if (expiresAt === null && market.variants['expires-null'] === '422') {
    throw invalid(loc, 'Input should be a valid datetime', null, 'datetime_type');
  }
  if (expiresAt !== null && !(expiresAt > market.world.now)) {
    throw invalid(loc, 'The key must expire in the future', body.expires_at);
  }
  const secret = makeSecret();
  const key = addApiKey(market.world, {
    name: body.name,
    expiresAt,
    snippet: snippetOf(secret),
    hash: hashOf(secret),
    console: false,
  });
  return { ...apiKeyAnswer(key, market), secret };
});

/** `DELETE /v2/api-keys/{key_fid}`. The key is no longer valid from now on. */
export const revokeApiKey = handler(endpoints.revokeApiKey, ({ params }, market) => {
  const key = market.world.apiKeys.get(params.key_fid);
  const again = key !== undefined && key.deactivatedAt !== null;
  if (key === undefined || (again && market.variants['cancel-again'] === '404')) {
    throw notFound('API key', params.key_fid);
  }
  if (!again) revoke(market.world, key);
});
