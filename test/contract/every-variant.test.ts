import { expect, onTestFinished, test } from 'vitest';
import { type Client, createClient } from '../../src/api/client.ts';
import type { Outcome, ServiceError } from '../../src/api/result.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { ApiKeyFid, BidFid, ProjectId, VolumeFid } from '../../src/contract/fid.ts';
import { serveMarket } from '../../src/market/server.ts';
import { defaultVariants, parseVariants, type Variants, variantTable } from '../../src/market/variants.ts';

const project = ProjectId.parse('proj_demo');
const TOKEN = 'contract-test-token';

/** The console's own client on a market with these variants. */
async function clientOn(variants: Variants, token = TOKEN): Promise<Client> {
  const market = await serveMarket({ token: TOKEN, seed: 7, speed: 0, variants });
  onTestFinished(() => market.stop());
  return createClient({
    baseUrl: market.origin,
    token,
    allowPlainHttp: false,
    readOnly: false,
    // It only ends what hangs.
    timeoutMs: 120_000,
    pageSize: 10,
    maxPages: 100,
  });
}

/** The value of an outcome; fails the test with the service's message. */
function done<Value>(outcome: Outcome<Value, ServiceError>): Value {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
  return outcome.value;
}

function failure(outcome: Outcome<unknown, ServiceError>): ServiceError['kind'] | null {
  return outcome.ok ? null : outcome.error.kind;
}

const ways: readonly (readonly [string, Variants])[] = [
  ['as the market reads it by itself', defaultVariants],
  ...variantTable.flatMap(({ id, choices }) =>
    choices.slice(1).map((choice) => [`${id}=${choice}`, parseVariants(`${id}=${choice}`)] as const),
  ),
];

test.each(ways)('every list is read to its end, %s', async (_, variants) => {
  const client = await clientOn(variants);
  const bids = done(await client.list(endpoints.listBids, { query: { project } }));
  const instances = done(await client.list(endpoints.listInstances, { query: { project } }));
  // One of the demo's bids has ended, and its instance with it; some services no longer list them.
  const ended = variants['cancelled-bids'] === 'leave' ? 1 : 0;
  expect(bids.rows.size).toBe(14 - ended);
  expect(instances.rows.size).toBeGreaterThanOrEqual(38 - ended);
  expect(done(await client.list(endpoints.listVolumes, { query: { project } })).rows.size).toBe(6);
  expect(done(await client.list(endpoints.listSshKeys, { query: { project } })).rows.size).toBe(3);
  expect(done(await client.list(endpoints.listApiKeys, {})).rows.size).toBe(3);
  expect([...bids.unreadable, ...instances.unreadable]).toEqual([]);
  expect([...bids.warnings, ...instances.warnings]).toEqual([]);
});

test.each(ways)('every operation can be done by hand, %s', async (_, variants) => {
  const client = await clientOn(variants);
  const placed = done(
    await client.call('placeBid', {
      body: {
        project,
        region: 'us-east1-b',
        instance_type: '1xl40s.us-east1-b',
        limit_price: '$0.95',
        name: 'by-hand',
        instance_quantity: 1,
        launch_specification: { volumes: [], ssh_keys: [] },
      },
    }),
  ).value;
  expect(placed).toMatchObject({ name: 'by-hand', limit_price: { amount: { micros: 950_000n } } });
  const bid_fid = placed.fid;
  const volume = done(
    await client.call('createVolume', {
      body: { project, name: 'by-hand', region: 'us-east1-b', disk_interface: 'Block', size_gb: 10 },
    }),
  ).value;
  done(await client.call('updateBid', { params: { bid_fid }, body: { limit_price: '$1.05', paused: true } }));
  const changed = done(await client.call('updateBid', { params: { bid_fid }, body: { volumes: [volume.fid] } })).value;
  expect(changed.launch_specification?.volumes).toEqual([volume.fid]);
  const inUse = failure(await client.call('deleteVolume', { params: { volume_fid: volume.fid } }));
  expect(inUse).toBe(variants['volume-in-use'] === '409' ? 'conflict' : 'refused');
  done(await client.call('updateBid', { params: { bid_fid }, body: { paused: false } }));
  done(await client.call('cancelBid', { params: { bid_fid } }));
  done(await client.call('deleteVolume', { params: { volume_fid: volume.fid } }));

  const pair = done(await client.call('createSshKey', { body: { project, name: 'made', public_key: null } })).value;
  expect(pair.private_key).toContain('PRIVATE KEY');
  const given = done(
    await client.call('createSshKey', { body: { project, name: 'given', public_key: pair.public_key } }),
  ).value;
  expect(given.private_key).toBeNull();

  const key = done(
    await client.call('createApiKey', { body: { name: 'by-hand', expires_at: '2099-01-01T00:00:00Z' } }),
  ).value;
  expect(key.secret).toMatch(/^fkey_/);
  done(await client.call('revokeApiKey', { params: { key_fid: key.fid } }));
});

test.each(ways)('each documented error is distinguished, %s', async (_, variants) => {
  const client = await clientOn(variants);
  const stranger = await clientOn(variants, 'wrong-token');
  expect(failure(await stranger.list(endpoints.listApiKeys, {}))).toBe('not-signed-in');
  expect(failure(await stranger.list(endpoints.listBids, { query: { project } }))).toBe('not-signed-in');
  expect(failure(await client.call('revokeApiKey', { params: { key_fid: ApiKeyFid.parse('key_nobody') } }))).toBe(
    'not-found',
  );
  expect(failure(await client.call('cancelBid', { params: { bid_fid: BidFid.parse('bid_nobody') } }))).toBe(
    'not-found',
  );
  expect(failure(await client.call('deleteVolume', { params: { volume_fid: VolumeFid.parse('vol_nobody') } }))).toBe(
    'not-found',
  );
  const refused = await client.call('createVolume', {
    body: { project, name: 'elsewhere', region: 'nowhere', disk_interface: 'Block', size_gb: 10 },
  });
  expect(failure(refused)).toBe('refused');
  expect(
    failure(await client.call('createApiKey', { body: { name: 'late', expires_at: '2001-01-01T00:00:00Z' } })),
  ).toBe('refused');
});
