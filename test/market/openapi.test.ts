import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { parseVariants } from '../../src/market/variants.ts';
import { type Caller, NEW_BID, NEW_VOLUME, openMarket, PROJECT, type ReceivedAnswer } from './caller.ts';

const Media = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) }));
const Operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.enum(['path', 'query']) })),
  requestBody: z.object({ required: z.literal(true), content: Media }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string().min(1), content: Media.optional() })),
});
const Document = z.looseObject({
  openapi: z.literal('3.1.0'),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.looseObject({})) }),
});
type Document = z.output<typeof Document>;

/** The document of a market, and an independent validator. */
async function documentOf(caller: Caller) {
  const told = await caller.get('/openapi.json', null);
  expect(told.status).toBe(200);
  const document = Document.parse(told.body);
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
  // Returns a schema with references that the validator resolves by its own names of components.
  const named = (schema: object): Record<string, unknown> =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"market:#/$defs/'));
  ajv.addSchema({ $id: 'market:', $defs: named(document.components.schemas) });
  return { document, text: told.text, validator: (schema: object): ValidateFunction => ajv.compile(named(schema)) };
}

/** Each operation with its method and path. */
function operationsOf({ paths }: Document) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

test('/openapi.json needs no token, and names every endpoint with its parameters and body', async () => {
  await using caller = await openMarket();
  const { document } = await documentOf(caller);
  expect(document.servers).toEqual([{ url: caller.market.origin }]);
  for (const [name, { method, path, success, body, params, query, errors }] of Object.entries(endpoints)) {
    const operation = document.paths[path]?.[method.toLowerCase()];
    expect(operation?.operationId).toBe(name);
    for (const status of [success, ...errors])
      expect(Object.keys(operation?.responses ?? {})).toContain(String(status));
    expect(operation?.requestBody !== undefined).toBe(body !== null);
    expect(operation?.parameters.map((one) => one.name)).toEqual([
      ...Object.keys(params.shape),
      ...Object.keys(query.shape),
    ]);
  }
});

test('every reference leads to a schema with content, and no component is only a reference', async () => {
  await using caller = await openMarket();
  const { document, text, validator } = await documentOf(caller);
  const { schemas } = document.components;
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, to = '']) => to);
  expect(references.length).toBeGreaterThan(10);
  for (const to of references) expect(Object.keys(schemas)).toContain(to.replace('#/components/schemas/', ''));
  for (const [name, schema] of Object.entries(schemas)) {
    expect(Object.keys(schema), name).not.toContain('$ref');
    expect(schema['type'], name).toBe('object');
    expect(Object.keys(z.record(z.string(), z.unknown()).parse(schema['properties'])), name).not.toEqual([]);
    // An empty object is none of them, so the schema must reject it.
    const isEmptyFine = validator({ $ref: `#/components/schemas/${name}` })({});
    expect(isEmptyFine, name).toBe(name === 'LaunchSpecification' || name === 'BidUpdate');
  }
});

test('the document follows the variant: a bid needs both lists by default, and not in the other variant', async () => {
  const { launch_specification: _, ...bare } = NEW_BID;
  for (const [reading, takesBare] of [
    ['required', false],
    ['optional', true],
  ] as const) {
    await using caller = await openMarket({ variants: parseVariants(`launch-specification=${reading}`) });
    const { validator } = await documentOf(caller);
    const isNewBid = validator({ $ref: '#/components/schemas/NewBid' });
    for (const [body, fits] of [
      [bare, takesBare],
      [{ ...bare, launch_specification: { volumes: [] } }, takesBare],
      [NEW_BID, true],
      [{ ...NEW_BID, instance_quantity: 1_000_000_000 }, false],
      [{ ...NEW_BID, priority: 1 }, false],
    ] as const) {
      expect(isNewBid(body), JSON.stringify(body)).toBe(fits);
      expect((await caller.send('POST', '/v2/spot/bids', body)).status).toBe(fits ? 201 : 422);
    }
  }
});

const IN_A_YEAR = '2028-01-01T00:00:00Z';

/** Input of each operation for a success: its query, its body, the list with the row of its path, and a row in use. */
const GOOD: {
  readonly [Name in EndpointName]: {
    readonly query?: string;
    readonly body?: object;
    readonly row?: (caller: Caller) => Promise<string>;
    readonly conflict?: (caller: Caller) => Promise<string>;
  };
} = {
  listApiKeys: {},
  createApiKey: { body: { name: 'mine', expires_at: IN_A_YEAR } },
  revokeApiKey: { row: (caller) => made(caller, '/v2/api-keys', { name: 'mine', expires_at: IN_A_YEAR }) },
  listBids: { query: PROJECT },
  placeBid: { body: NEW_BID },
  cancelBid: { row: (caller) => made(caller, '/v2/spot/bids', NEW_BID) },
  updateBid: {
    body: { paused: true },
    row: (caller) => made(caller, '/v2/spot/bids', NEW_BID),
    conflict: async (caller) => {
      const fid = await made(caller, '/v2/spot/bids', NEW_BID);
      await caller.send('DELETE', `/v2/spot/bids/${fid}`);
      return fid;
    },
  },
  listSshKeys: { query: PROJECT },
  createSshKey: { body: { project: 'proj_demo', name: 'mine' } },
  listVolumes: { query: PROJECT },
  createVolume: { body: NEW_VOLUME },
  deleteVolume: {
    row: (caller) => made(caller, '/v2/volumes', NEW_VOLUME),
    conflict: async (caller) => {
      const volumes = z.array(z.object({ fid: z.string(), bids: z.array(z.string()) }));
      const all = volumes.parse((await caller.get(`/v2/volumes?${PROJECT}`)).body);
      return all.find(({ bids }) => bids.length > 0)?.fid ?? '';
    },
  },
  listInstances: { query: PROJECT },
};

async function made(caller: Caller, path: string, body: object): Promise<string> {
  return z.object({ fid: z.string() }).parse((await caller.send('POST', path, body)).body).fid;
}

/** Sends a request that an operation answers with a status that its document lists. */
async function answered(caller: Caller, name: EndpointName, status: number): Promise<ReceivedAnswer> {
  const { method, path, success } = endpoints[name];
  const good = GOOD[name];
  const to = async (fid: string | null, more = ''): Promise<string> => {
    const filled = path.replace(/\{\w+\}/, fid ?? (await good.row?.(caller)) ?? '');
    const query = [good.query, more].filter((part) => part !== undefined && part !== '').join('&');
    return query === '' ? filled : `${filled}?${query}`;
  };
  switch (status) {
    case success:
      return caller.ask(method, await to(null), { body: good.body });
    case 400:
      return caller.ask(method, await to(null), { body: good.body, host: 'market.example' });
    case 401:
      return caller.ask(method, await to('x'), { body: good.body, token: 'wrong' });
    case 404: {
      const other = await to('none');
      const body =
        good.body === undefined ? undefined : { ...good.body, ...('project' in good.body ? { project: 'p' } : {}) };
      return caller.ask(method, other.replace(PROJECT, 'project=p'), { body });
    }
    case 409:
      return caller.ask(method, await to((await good.conflict?.(caller)) ?? ''), { body: good.body });
    case 413:
      return caller.ask(method, await to('x'), { body: 'x'.repeat(1_100_000) });
    case 415:
      return caller.ask(method, await to('x'), { body: good.body ?? {}, type: 'text/plain' });
    case 422:
      return caller.ask(method, await to('x', 'nobody=knows'), { body: good.body });
    default:
      throw new Error(`Nobody knows how to bring about ${status}.`);
  }
}

const NAMES = Object.keys(endpoints).filter((name): name is EndpointName => name in endpoints);

describe('the market answers as its document describes, for each status that it lists', () => {
  test.each(NAMES)('%s', async (name) => {
    await using caller = await openMarket();
    const { document, validator } = await documentOf(caller);
    const found = operationsOf(document).find(({ operation }) => operation.operationId === name);
    const responses = Object.entries(found?.operation.responses ?? {});
    expect(responses.length).toBeGreaterThan(2);
    for (const [status, { content }] of responses) {
      const told = await answered(caller, name, Number(status));
      expect(told.status, told.text).toBe(Number(status));
      if (content === undefined) {
        expect(told.text).toBe('');
        continue;
      }
      const type = told.headers.get('content-type') ?? '';
      const fits = validator(content[type]?.schema ?? { not: {} });
      expect(fits(told.body), `${status} ${JSON.stringify(fits.errors)} ${told.text}`).toBe(true);
      expect(fits({ nothing: 'of the kind' }), `${status} fits anything`).toBe(false);
    }
  });
});

test.each(['nulls=sparse', 'extra-members=on', 'last-page=absent', 'list-shape=array', 'timestamps=offset'])(
  'with %s the lists are still what the document says',
  async (reading) => {
    await using caller = await openMarket({ variants: parseVariants(reading) });
    const { document, validator } = await documentOf(caller);
    for (const { method, path, operation } of operationsOf(document)) {
      const schema = operation.responses['200']?.content?.['application/json']?.schema;
      if (method !== 'GET' || schema === undefined) continue;
      const fits = validator(schema);
      const told = await caller.get(`${path}${path === '/v2/api-keys' ? '' : `?${PROJECT}`}`);
      expect(fits(told.body), `${path} ${JSON.stringify(fits.errors)}`).toBe(true);
    }
  },
);

test.each(['fastapi', 'message', 'error-object', 'text', 'html', 'empty'])(
  'errors of the shape %s are what the document says',
  async (shape) => {
    await using caller = await openMarket({ variants: parseVariants(`error-body=${shape}`) });
    const { document, validator } = await documentOf(caller);
    const responses = document.paths['/v2/spot/bids']?.['post']?.responses ?? {};
    for (const status of [401, 404, 415, 422]) {
      const told = await answered(caller, 'placeBid', status);
      const [type, media] = Object.entries(responses[String(status)]?.content ?? {})[0] ?? ['text/plain', null];
      expect(told.headers.get('content-type')).toContain(type);
      const body = type === 'application/json' ? told.body : told.text;
      if (media === null) expect(told.text).toBe('');
      else expect(validator(media.schema)(body), told.text).toBe(true);
    }
  },
);

test('an unknown path is 404, an undocumented method 405', async () => {
  await using caller = await openMarket();
  expect((await caller.get('/v2/clusters')).status).toBe(404);
  const told = await caller.send('PATCH', '/v2/volumes/vol_x', {});
  expect([told.status, told.body]).toEqual([405, { detail: 'Method Not Allowed' }]);
});

test.each(['market.example', 'market.example:80', '127.0.0.1.market.example', '203.0.113.7'])(
  'whoever calls the market %s, as a page of another site may, is told nothing, not even the document',
  async (host) => {
    await using caller = await openMarket();
    for (const path of ['/openapi.json', '/v2/api-keys', '/nowhere']) {
      const told = await caller.ask('GET', path, { host });
      expect([told.status, told.body]).toEqual([400, { detail: 'Invalid host header' }]);
      expect(told.text).not.toContain(host);
    }
  },
);

test.each(['127.0.0.1:1234', 'localhost', 'LOCALHOST:80', '[::1]:8080'])('the market answers to %s', async (host) => {
  await using caller = await openMarket();
  expect((await caller.ask('GET', '/v2/api-keys', { host })).status).toBe(200);
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'multipart/form-data', ''])(
  'a body that says it is %j is refused, and nothing is made',
  async (type) => {
    await using caller = await openMarket();
    const told = await caller.ask('POST', '/v2/spot/bids', { body: NEW_BID, type });
    const detail = 'Send the body as JSON, with the header Content-Type: application/json';
    expect([told.status, told.body]).toEqual([415, { detail }]);
    expect((await caller.get(`/v2/spot/bids?${PROJECT}`)).text).not.toContain('"mine"');
  },
);

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8'])(
  'a body that says it is %s is read',
  async (type) => {
    await using caller = await openMarket();
    expect((await caller.ask('POST', '/v2/spot/bids', { body: NEW_BID, type })).status).toBe(201);
  },
);
