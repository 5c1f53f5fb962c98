import type * as z from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { World } from '../engine/world.ts';
import type { Variants } from '../variants.ts';
import { type ParsedRequest, readBody, readParams, readQuery } from './parse-request.ts';

/** Dependencies of a handler. */
export type MarketContext = {
  readonly world: World;
  readonly project: string;
  readonly variants: Variants;
  /** SSH destination of every instance instead of its own, or null. */
  readonly sshDestination: string | null;
};

/** An endpoint of the contract with its implementation: returns the answer's body, undefined without one. */
export type Handler<Of extends Endpoint> = {
  readonly endpoint: Of;
  /** Accepted body, which may be narrower than the contract's; null for none. */
  readonly bodyFor: (variants: Variants) => z.ZodObject | null;
  /** Status of requests that the present state does not allow; null where every state allows them. */
  readonly conflict: Conflict;
  readonly handle: (request: ParsedRequest, market: MarketContext) => unknown;
};

type Conflict = ((variants: Variants) => 400 | 409 | 422) | null;

type Parts<Of extends Endpoint> = {
  readonly params: z.output<Of['params']>;
  readonly query: z.output<Of['query']>;
};

/** Creates the handler of an endpoint without a body: path and query are validated by the contract first. */
export function handler<Of extends Endpoint & { readonly body: null }>(
  endpoint: Of,
  run: (parts: Parts<Of>, market: MarketContext) => unknown,
  conflict: Conflict = null,
): Handler<Of> {
  return {
    endpoint,
    bodyFor: () => null,
    conflict,
    handle: (request, market) =>
      run(
        {
          params: readParams<Of['params']>(endpoint.params, request),
          query: readQuery<Of['query']>(endpoint.query, request, market.variants),
        },
        market,
      ),
  };
}

type BodyParts<Of extends Endpoint, Body extends z.ZodObject> = Parts<Of> & { readonly body: z.output<Body> };

/** Creates the handler of an endpoint with the body of the contract. */
export function handlerWithBody<Of extends Endpoint & { readonly body: z.ZodObject }>(
  endpoint: Of,
  run: (parts: BodyParts<Of, Of['body']>, market: MarketContext) => unknown,
  conflict: Conflict = null,
): Handler<Of> {
  return handlerWithNarrowBody<Of, Of['body']>(endpoint, () => endpoint.body, run, conflict);
}

/** Creates the handler of an endpoint whose accepted body is narrower than the contract's. */
export function handlerWithNarrowBody<Of extends Endpoint, Body extends z.ZodObject>(
  endpoint: Of,
  bodyFor: (variants: Variants) => Body,
  run: (parts: BodyParts<Of, Body>, market: MarketContext) => unknown,
  conflict: Conflict = null,
): Handler<Of> {
  return {
    endpoint,
    bodyFor,
    conflict,
    handle: (request, market) =>
      run(
        {
          params: readParams<Of['params']>(endpoint.params, request),
          query: readQuery<Of['query']>(endpoint.query, request, market.variants),
          body: readBody<Body>(bodyFor(market.variants), request, market.variants),
        },
        market,
      ),
  };
}
