import type * as z from 'zod';
import type { Endpoint } from '../../contract/endpoints.ts';
import type { World } from '../engine/world.ts';
import type { Readings } from '../readings.ts';
import { type Incoming, readBody, readParams, readQuery } from './incoming.ts';

/** What a handler works on. */
export type Market = {
  readonly world: World;
  readonly project: string;
  readonly readings: Readings;
  /** The address that every instance tells instead of its own, or null. */
  readonly sshDestination: string | null;
};

/** An endpoint of the contract with what serves it: the answer's body, undefined when it has none. */
export type Served<Of extends Endpoint> = {
  readonly endpoint: Of;
  readonly serve: (incoming: Incoming, market: Market) => unknown;
};

type Parts<Of extends Endpoint> = {
  readonly params: z.output<Of['params']>;
  readonly query: z.output<Of['query']>;
};

/** Serves an endpoint that takes no body: path and query are judged by the contract first. */
export function serve<Of extends Endpoint & { readonly body: null }>(
  endpoint: Of,
  run: (asked: Parts<Of>, market: Market) => unknown,
): Served<Of> {
  return {
    endpoint,
    serve: (incoming, market) =>
      run(
        {
          params: readParams<Of['params']>(endpoint.params, incoming),
          query: readQuery<Of['query']>(endpoint.query, incoming, market.readings),
        },
        market,
      ),
  };
}

/** Serves an endpoint that takes a body. */
export function serveBody<Of extends Endpoint & { readonly body: z.ZodObject }>(
  endpoint: Of,
  run: (asked: Parts<Of> & { readonly body: z.output<Of['body']> }, market: Market) => unknown,
): Served<Of> {
  return {
    endpoint,
    serve: (incoming, market) =>
      run(
        {
          params: readParams<Of['params']>(endpoint.params, incoming),
          query: readQuery<Of['query']>(endpoint.query, incoming, market.readings),
          body: readBody<Of['body']>(endpoint.body, incoming, market.readings),
        },
        market,
      ),
  };
}
