import { expect, test } from 'vitest';
import * as z from 'zod';
import { endpoints } from '../../src/contract/endpoints.ts';
import { openMarket } from './caller.ts';

const Document = z.looseObject({
  openapi: z.literal('3.1.0'),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ operationId: z.string(), responses: z.record(z.string(), z.unknown()) })),
  ),
  components: z.looseObject({ schemas: z.record(z.string(), z.looseObject({})) }),
});

test('/openapi.json needs no token, names every endpoint, and every reference in it leads somewhere', async () => {
  await using caller = await openMarket();
  const told = await caller.get('/openapi.json', null);
  expect(told.status).toBe(200);
  const document = Document.parse(told.body);
  expect(document.servers).toEqual([{ url: caller.market.origin }]);
  for (const [name, { method, path, success }] of Object.entries(endpoints)) {
    const operation = document.paths[path]?.[method.toLowerCase()];
    expect(operation?.operationId).toBe(name);
    expect(Object.keys(operation?.responses ?? {})).toContain(String(success));
  }
  const references = [...told.text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to);
  expect(references.length).toBeGreaterThan(10);
  const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
  for (const to of references) expect(known).toContain(to);
});

test('a path nobody knows is 404, a method nobody documented is 405', async () => {
  await using caller = await openMarket();
  expect((await caller.get('/v2/clusters')).status).toBe(404);
  const told = await caller.send('PATCH', '/v2/volumes/vol_x', {});
  expect([told.status, told.body]).toEqual([405, { detail: 'Method Not Allowed' }]);
});
