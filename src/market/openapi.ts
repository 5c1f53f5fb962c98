import * as z from 'zod';
import { type Answer, type Endpoint, endpoints } from '../contract/endpoints.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of the contract. `origin` is where the market is served. */
export function openApiDocument(origin: string, version: string): Json {
  const components = new Map<string, Json>();
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const operations = paths[endpoint.path] ?? {};
    operations[endpoint.method.toLowerCase()] = operation(name, endpoint, components);
    paths[endpoint.path] = operations;
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

const ERRORS = {
  400: 'Invalid request',
  401: 'Invalid credentials',
  404: 'Not found',
  422: 'Validation error',
} as const;

function operation(name: string, endpoint: Endpoint, components: Map<string, Json>): Json {
  const answer = answerSchema(endpoint.answer, components);
  const refusals = [...new Set([...endpoint.errors, 401 as const])].sort();
  return {
    operationId: name,
    summary: endpoint.summary,
    parameters: [
      ...parameters(endpoint.params, 'path', components),
      ...parameters(endpoint.query, 'query', components),
    ],
    ...(endpoint.body === null
      ? {}
      : { requestBody: { required: true, content: jsonContent(reference(endpoint.body, components)) } }),
    responses: {
      [endpoint.success]: {
        description: 'Success',
        ...(answer === null ? {} : { content: jsonContent(answer) }),
      },
      ...Object.fromEntries(refusals.map((status) => [status, { description: ERRORS[status] }])),
    },
  };
}

function answerSchema(answer: Answer, components: Map<string, Json>): Json | null {
  switch (answer.kind) {
    case 'nothing':
      return null;
    case 'one':
      return reference(answer.of, components);
    case 'list':
      return { type: 'array', items: reference(answer.of, components) };
    case 'pages':
      return {
        type: 'object',
        properties: {
          data: { type: 'array', items: reference(answer.of, components) },
          next_cursor: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        },
        required: ['data'],
      };
  }
}

function parameters(of: z.ZodObject, place: 'path' | 'query', components: Map<string, Json>): readonly Json[] {
  return Object.entries(of.shape).map(([name, member]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(member, undefined).success,
    schema: inline(member, components),
    // Lists of identifiers are one parameter with commas (section 4.5).
    ...(name.endsWith('_in') ? { style: 'form', explode: false } : {}),
  }));
}

/** A reference to the component that the schema's `.meta({ id })` names; the component is added when it is new. */
function reference(of: z.ZodType, components: Map<string, Json>): Json {
  const id = of.meta()?.id;
  if (id === undefined) return inline(of, components);
  if (!components.has(id)) components.set(id, inline(of, components));
  return { $ref: `#/components/schemas/${id}` };
}

const Document = z.record(z.string(), z.unknown());
const Definitions = z.record(z.string(), Document).default({});

/** The JSON Schema of what goes over the wire; schemas named inside it become components. */
function inline(of: z.core.$ZodType, components: Map<string, Json>): Json {
  const written = JSON.stringify(z.toJSONSchema(of, { io: 'input', target: 'draft-2020-12' }));
  const schema = Document.parse(JSON.parse(written.replaceAll('#/$defs/', '#/components/schemas/')));
  const { $schema: _, $defs, id: __, ...rest } = schema;
  for (const [name, { id: ___, ...definition }] of Object.entries(Definitions.parse($defs))) {
    components.set(name, definition);
  }
  return rest;
}

function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}
