import * as z from 'zod';
import { ApiKeyFid } from './fid.ts';
import { block, identifier, line, other, time } from './reading.ts';

/** An API key of the caller (section 2.1). */
export const ApiKey = z
  .object({
    fid: identifier(ApiKeyFid),
    name: line,
    created_at: time,
    expires_at: time,
    deactivated_at: time,
    snippet: line,
  })
  .catchall(other)
  .meta({ id: 'ApiKey' });
export type ApiKey = z.output<typeof ApiKey>;

/** The answer to creation, the only one that carries the full key (sections 2.1 and 5). */
export const CreatedApiKey = ApiKey.extend({ secret: block }).meta({ id: 'CreatedApiKey' });
export type CreatedApiKey = z.output<typeof CreatedApiKey>;

/**
 * Body of `POST /v2/api-keys` (section 4.1). `expires_at` is typed as any; whether null is allowed is not
 * shown, so the console always sends a timestamp and null is left to whoever asks for it.
 */
export const NewApiKey = z
  .strictObject({
    name: z.string().min(1, 'Give the key a name.'),
    expires_at: z.iso.datetime({ offset: true, error: 'Give a time like 2027-01-31T00:00:00Z.' }).nullable(),
  })
  .meta({ id: 'NewApiKey' });
export type NewApiKey = z.output<typeof NewApiKey>;
