import type * as z from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { World } from '../engine/world.ts';
import type { Readings } from '../variants.ts';
import { type Incoming, readBody, readParams, readQuery } from './parse-request.ts';

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
  /** What the market takes as the body, which may be less than the contract allows; null for none. */
  readonly bodyFor: (readings: Readings) => z.ZodObject | null;
  /** The status that refuses what the present state does not allow; null where every state allows it. */
  readonly conflict: Conflict;
  readonly serve: (incoming: Incoming, market: Market) => unknown;
};

type Conflict = ((readings: Readings) => 400 | 409 | 422) | null;

type Parts<Of extends Endpoint> = {
  readonly params: z.output<Of['params']>;
  readonly query: z.output<Of['query']>;
};

/** Serves an endpoint that takes no body: path and query are judged by the contract first. */
export function serve<Of extends Endpoint & { readonly body: null }>(
  endpoint: Of,
  run: (asked: Parts<Of>, market: Market) => unknown,
  conflict: Conflict = null,
): Served<Of> {
  return {
    endpoint,
    bodyFor: () => null,
    conflict,
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

type BodyParts<Of extends Endpoint, Body extends z.ZodObject> = Parts<Of> & { readonly body: z.output<Body> };

/** Serves an endpoint that takes the body of the contract. */
export function serveBody<Of extends Endpoint & { readonly body: z.ZodObject }>(
  endpoint: Of,
  run: (asked: BodyParts<Of, Of['body']>, market: Market) => unknown,
  conflict: Conflict = null,
): Served<Of> {
  return serveNarrowBody<Of, Of['body']>(endpoint, () => endpoint.body, run, conflict);
}

/** Serves an endpoint of whose body the market takes less than the contract allows. */
export function serveNarrowBody<Of extends Endpoint, Body extends z.ZodObject>(
  endpoint: Of,
  bodyFor: (readings: Readings) => Body,
  run: (asked: BodyParts<Of, Body>, market: Market) => unknown,
  conflict: Conflict = null,
): Served<Of> {
  return {
    endpoint,
    bodyFor,
    conflict,
    serve: (incoming, market) =>
      run(
        {
          params: readParams<Of['params']>(endpoint.params, incoming),
          query: readQuery<Of['query']>(endpoint.query, incoming, market.readings),
          body: readBody<Body>(bodyFor(market.readings), incoming, market.readings),
        },
        market,
      ),
  };
}
