import * as z from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { World } from '../engine/world.ts';
import type { Variants } from '../variants.ts';
import { HttpError, type Problem } from './error-body.ts';

export type MarketContext = {
  readonly world: World;
  readonly project: string;
  readonly variants: Variants;
  /** Whether it answers beyond the interface. */
  readonly extras: boolean;
  /** For every instance. */
  readonly sshDestination: string | null;
};

/** An endpoint of the contract; `handle` returns the body of the answer. */
export type Handler<Of extends Endpoint> = {
  readonly endpoint: Of;
  /** May be narrower than the contract's. */
  readonly bodyFor: (variants: Variants) => z.ZodObject | null;
  /** Status of requests the present state forbids; null for none. */
  readonly conflict: Conflict;
  readonly handle: (request: ParsedRequest, market: MarketContext) => unknown;
};

type Conflict = ((variants: Variants) => 400 | 409 | 422) | null;

type Parts<Of extends Endpoint> = {
  readonly params: z.output<Of['params']>;
  readonly query: z.output<Of['query']>;
};

/** The handler of an endpoint without a body. */
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

/** The handler of an endpoint with the body of the contract. */
export function handlerWithBody<Of extends Endpoint & { readonly body: z.ZodObject }>(
  endpoint: Of,
  run: (parts: BodyParts<Of, Of['body']>, market: MarketContext) => unknown,
  conflict: Conflict = null,
): Handler<Of> {
  return handlerWithNarrowBody<Of, Of['body']>(endpoint, () => endpoint.body, run, conflict);
}

/** The handler of an endpoint with a body narrower than the contract's. */
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

/** A request before validation. */
type ParsedRequest = {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Empty without one. */
  readonly body: string;
};

type Part = 'path' | 'query' | 'body';

/** An impossible identifier is a 400 (section 4.1). */
function readParams<Of extends z.ZodObject>(of: Of, request: ParsedRequest): z.output<Of> {
  for (const [name, value] of Object.entries(request.params)) {
    if (!/^[\w.~-]{1,128}$/.test(value)) {
      throw new HttpError(400, `The path parameter ${name} is not an identifier.`);
    }
  }
  return check('path', of, request.params);
}

/** Whole numbers and lists come as text. A repeated parameter is a longer list, or its last value. */
function readQuery<Of extends z.ZodObject>(of: Of, { query }: ParsedRequest, variants: Variants): z.output<Of> {
  const kinds = kindsOf(of);
  const given: Record<string, unknown> = {};
  for (const name of new Set(query.keys())) {
    const kind = kinds.get(name);
    if (kind === undefined && variants['unknown-parameter'] === 'ignore') continue;
    const texts = query.getAll(name);
    if (kind === 'array') given[name] = texts.flatMap((text) => text.split(',')).filter((text) => text !== '');
    else if (kind === 'integer')
      given[name] = /^[+-]?\d+$/.test(texts.at(-1) ?? '') ? Number(texts.at(-1)) : texts.at(-1);
    else given[name] = texts.at(-1);
  }
  return check('query', of, given);
}

/** The deepest of the interface has three. */
const DEEPEST_BODY = 64;

/** An unreadable body is a 400 (section 7). */
function readBody<Of extends z.ZodObject>(of: Of, { body }: ParsedRequest, variants: Variants): z.output<Of> {
  let given: unknown;
  try {
    given = JSON.parse(body);
  } catch {
    throw new HttpError(400, body.trim() === '' ? 'The request needs a JSON body.' : 'The body is not valid JSON.');
  }
  if (isDeeperThan(DEEPEST_BODY, given)) throw new HttpError(400, 'The body is nested too deeply.');
  const ignores = variants['unknown-parameter'] === 'ignore';
  return check('body', of, ignores ? known(of, given) : given);
}

/** Level by level: a value may nest more deeply than calls can. */
function isDeeperThan(levels: number, value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= levels; depth++) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    if (level.length === 0) return false;
  }
  return true;
}

function check<Of extends z.ZodType>(part: Part, of: Of, given: unknown): z.output<Of> {
  const read = of.safeParse(given, { reportInput: true });
  if (read.success) return read.data;
  const problems = read.error.issues.flatMap((issue) => problemsOf(part, issue));
  throw new HttpError(422, 'The request is not valid.', problems);
}

/** In the format of FastAPI, known to clients. */
function problemsOf(part: Part, issue: z.core.$ZodIssue): readonly Problem[] {
  const loc = [part, ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      loc: [...loc, key],
      msg: 'Extra inputs are not permitted',
      type: 'extra_forbidden',
    }));
  }
  if (issue.code === 'invalid_type') {
    return issue.input === undefined
      ? [{ loc, msg: 'Field required', type: 'missing' }]
      : [
          {
            loc,
            msg: `Input should be a valid ${issue.expected}`,
            type: `${issue.expected}_type`,
            input: issue.input,
          },
        ];
  }
  return [{ loc, msg: issue.message, type: issue.code, input: issue.input }];
}

/** The members of a value that its schema has. */
function known(of: z.ZodObject, given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const member = of.shape[name];
      if (member === undefined) return [];
      const inner = member instanceof z.ZodOptional ? member.unwrap() : member;
      return [[name, inner instanceof z.ZodObject ? known(inner, value) : value]];
    }),
  );
}

type Kind = 'array' | 'integer' | 'other';
const kindsByQuery = new WeakMap<z.ZodObject, ReadonlyMap<string, Kind>>();

function kindsOf(of: z.ZodObject): ReadonlyMap<string, Kind> {
  const found = kindsByQuery.get(of);
  if (found !== undefined) return found;
  const kinds = new Map<string, Kind>();
  for (const [name, member] of Object.entries(of.shape)) kinds.set(name, kindOf(member));
  kindsByQuery.set(of, kinds);
  return kinds;
}

function kindOf(member: z.core.$ZodType): Kind {
  if (member instanceof z.ZodOptional || member instanceof z.ZodNullable) return kindOf(member.unwrap());
  if (member instanceof z.ZodArray) return 'array';
  return member instanceof z.ZodNumber ? 'integer' : 'other';
}
