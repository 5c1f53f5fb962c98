import * as z from 'zod';
import type { Answer, Endpoint } from '../contract/endpoint.ts';
import { errorAnswer, type HttpErrorStatus } from './routes/error-body.ts';
import type { Handler, MarketContext } from './routes/handler.ts';
import { handlersOf } from './served.ts';
import { unauthorizedStatus, type Variants } from './variants.ts';

type Json = Record<string, unknown>;
type Components = Map<string, Json>;

/** The OpenAPI 3.1 document of what is served, with every status but internal errors. */
export function openApiDocument(
  origin: string,
  version: string,
  market: Pick<MarketContext, 'extras' | 'variants'>,
): Json {
  const { variants } = market;
  const components: Components = new Map();
  const paths: Record<string, Json> = {};
  for (const [name, handler] of Object.entries(handlersOf(market))) {
    const { method, path } = handler.endpoint;
    const operations = paths[path] ?? {};
    operations[method.toLowerCase()] = operation(name, handler, variants, components);
    paths[path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Compute Marketplace Service Interface', version },
    servers: [{ url: origin }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(components),
    },
  };
}

const REFUSALS: { readonly [Status in Exclude<HttpErrorStatus, 405 | 500>]: string } = {
  400: 'Invalid request',
  401: 'Invalid credentials',
  403: 'Invalid credentials',
  404: 'Not found',
  409: 'Not possible in the present state',
  413: 'The body is too large',
  415: 'The body is not application/json',
  422: 'Validation error',
};
type ListedStatus = keyof typeof REFUSALS;

function operation(name: string, handler: Handler<Endpoint>, variants: Variants, components: Components): Json {
  const { endpoint } = handler;
  const body = handler.bodyFor(variants);
  const answer = answerSchema(endpoint.answer, variants, components);
  return {
    operationId: name,
    summary: endpoint.summary,
    parameters: [
      ...parameters(endpoint.params, 'path', components),
      ...parameters(endpoint.query, 'query', components),
    ],
    ...(body === null ? {} : { requestBody: { required: true, content: jsonContent(reference(body, components)) } }),
    responses: {
      [endpoint.success]: {
        description: 'Success',
        ...(answer === null ? {} : { content: jsonContent(answer) }),
      },
      ...Object.fromEntries(
        refusalsOf(handler, variants).map((status) => [status, refusal(status, variants, components)]),
      ),
    },
  };
}

/** Those of section 4, and the market's own. */
function refusalsOf({ endpoint, bodyFor, conflict }: Handler<Endpoint>, variants: Variants): readonly ListedStatus[] {
  const takesProject = [endpoint.query, bodyFor(variants)].some((part) => part !== null && 'project' in part.shape);
  const names = takesProject || Object.keys(endpoint.params.shape).length > 0;
  const all: readonly ListedStatus[] = [
    ...endpoint.errors,
    400,
    unauthorizedStatus(endpoint, variants),
    ...(names ? [404 as const] : []),
    ...(conflict === null ? [] : [conflict(variants)]),
    ...(endpoint.method === 'GET' ? [] : [413 as const, 415 as const]),
    422,
  ];
  return [...new Set(all)].sort();
}

function refusal(status: ListedStatus, variants: Variants, components: Components): Json {
  const { type, of } = errorAnswer(status, variants['error-body']);
  const content = of === null ? {} : { content: { [type]: { schema: reference(of, components) } } };
  return { description: REFUSALS[status], ...content };
}

function answerSchema(answer: Answer, variants: Variants, components: Components): Json | null {
  switch (answer.kind) {
    case 'nothing':
      return null;
    case 'one':
      return reference(answer.of, components);
    case 'list':
      return rowsSchema(answer.of, components);
    case 'pages':
      if (variants['list-shape'] === 'array') return rowsSchema(answer.of, components);
      return {
        type: 'object',
        properties: { data: rowsSchema(answer.of, components), next_cursor: { type: ['string', 'null'] } },
        required: ['data'],
      };
  }
}

function rowsSchema(of: z.ZodType, components: Components): Json {
  return { type: 'array', items: reference(of, components) };
}

function parameters(of: z.ZodObject, location: 'path' | 'query', components: Components): readonly Json[] {
  return Object.entries(of.shape).map(([name, member]) => ({
    name,
    in: location,
    required: location === 'path' || !z.safeParse(member, undefined).success,
    schema: reference(member, components),
    // Section 4.5: one parameter with commas.
    ...(name.endsWith('_in') ? { style: 'form', explode: false } : {}),
  }));
}

const Document = z.record(z.string(), z.unknown());
const Definitions = z.record(z.string(), Document).default({});

/** JSON Schema of a value. Schemas with a `.meta({ id })` become components. */
function reference(of: z.core.$ZodType, components: Components): Json {
  const written = JSON.stringify(z.toJSONSchema(of, { io: 'input', target: 'draft-2020-12' }));
  const schema = Document.parse(JSON.parse(written.replaceAll('#/$defs/', '#/components/schemas/')));
  const { $schema: _, $defs, ...rest } = schema;
  for (const [name, { id: __, ...definition }] of Object.entries(Definitions.parse($defs))) {
    components.set(name, definition);
  }
  return rest;
}

function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}
