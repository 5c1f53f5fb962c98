// contract: the service's interface as data, one file for each resource with its schema and endpoints.

import type * as z from 'zod';
import { apiKeyEndpoints } from './api-key.ts';
import { bidEndpoints } from './bid.ts';
import type { Endpoint } from './endpoint.ts';
import { instanceEndpoints } from './instance.ts';
import { sshKeyEndpoints } from './ssh-key.ts';
import { volumeEndpoints } from './volume.ts';

/** All operations of section 4. Client, market and OpenAPI document are derived from it. */
export const endpoints = {
  ...apiKeyEndpoints,
  ...bidEndpoints,
  ...sshKeyEndpoints,
  ...volumeEndpoints,
  ...instanceEndpoints,
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
/** Endpoints changing data. */
export type WriteEndpoint = {
  [Name in EndpointName]: Endpoints[Name]['method'] extends 'GET' ? never : Name;
}[EndpointName];

/** Result of a call that answers with one resource, or with nothing. */
export type CallOutput<Name extends EndpointName> = Endpoints[Name]['answer'] extends {
  kind: 'one';
  of: infer Of extends z.ZodType;
}
  ? z.output<Of>
  : undefined;
