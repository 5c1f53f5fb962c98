import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { parseVariants } from '../../src/market/variants.ts';
import { openMarket } from '../driver/console.ts';
import { serveOnLoopback } from '../driver/loopback.ts';
import { recordRequests } from './recorded-requests.ts';
import { openScript } from './script.ts';
import { STILL } from './service.ts';

test('doctor accepts a good connection, and shows the source of each setting but never the token', async () => {
  const { run, market } = await openScript();
  const { code, out } = await run(['doctor']);
  expect(code).toBe(0);
  expect(out).toMatch(/^ok +node +\d+\./m);
  expect(out).toMatch(/^ok +token +from SPOTDECK_TOKEN$/m);
  expect(out).toMatch(/^ok +bids +14 rows in 1 page, \d+ ms$/m);
  expect(out).toMatch(/^ok +api-keys/m);
  expect(out).not.toContain(market.token);
});

test('doctor reports how a service differs from the interface', async () => {
  const market = await openMarket({ ...STILL, variants: parseVariants('nulls=sparse') });
  const { run } = await openScript(market);
  const { code, out } = await run(['doctor', '-o', 'json']);
  expect(code).toBe(0);
  const findings: readonly { readonly name: string }[] = JSON.parse(out);
  const bids = findings.filter(({ name }) => name === 'bids');
  expect(bids).toMatchObject([
    { health: 'warning', found: expect.stringContaining('missing in some rows: deactivated_at') },
  ]);
});

test('doctor reports failures with their remedies, and ends with 1', async () => {
  const { run, market } = await openScript();
  const wrong = await run(['doctor'], { SPOTDECK_TOKEN: 'wrong' });
  expect(wrong.code).toBe(1);
  expect(wrong.out).toMatch(/^failure +bids +The service did not accept the token/m);
  await market.stop();
  expect((await run(['doctor'])).out).toMatch(
    /^failure +bids +The service at 127\.0\.0\.1:\d+ refused the connection\.$/m,
  );
  const none = await run(['doctor'], { SPOTDECK_BASE_URL: undefined });
  expect(none.out).toMatch(/^failure +service +No service is set\.\n +Run "spotdeck login"/m);
});

const SLOWER = 'which is slower for large fleets';

/** Runs doctor at a market of some 300 instances, with a reading of the interface and parameters that are not known. */
async function checked(readings: readonly string[] = [], ignored: readonly string[] = []) {
  const market = await openMarket({ ...STILL, instances: 300, variants: parseVariants(readings.join(',')) });
  const line = await recordRequests(market, ignored);
  const { run } = await openScript(market);
  const { code, out } = await run(['doctor'], { SPOTDECK_BASE_URL: line.origin });
  const finding = (list: string) => new RegExp(`^\\w+ +${list} filters +.*$`, 'm').exec(out)?.[0].replace(/ +/g, ' ');
  return { code, bids: finding('bids'), instances: finding('instances'), requests: line.taken() };
}

test('doctor says that the filters and orders of the console work, after one small request for each', async () => {
  const { code, bids, instances, requests } = await checked();
  expect(code).toBe(0);
  expect(bids).toBe('ok bids filters by region, instance_type, status; the order by created_at works too');
  expect(instances).toMatch(
    /^ok instances filters by bid_fid_in(, reservation_fid_in)?; the order by created_at works/,
  );
  const small = requests.filter((request) => request.includes('limit=10') && !request.includes('limit=100'));
  expect(
    small.filter((request) => request.startsWith('/v2/spot/bids')).map((request) => request.replace(/=[^&]+/g, '')),
  ).toEqual([
    '/v2/spot/bids?region&limit',
    '/v2/spot/bids?instance_type&limit',
    '/v2/spot/bids?status&limit',
    '/v2/spot/bids?instance_type&region&status&limit',
    '/v2/spot/bids?sort_by&sort_dir&limit',
  ]);
  const ofBids = small.filter((request) => request.startsWith('/v2/instances?bid_fid_in='));
  expect(ofBids).toEqual([expect.stringMatching(/^\/v2\/instances\?bid_fid_in=[^,&]+,[^,&]+&limit=10$/)]);
  expect(small.length).toBeLessThanOrEqual(8);
});

test.each([
  ['filters=refused', 'refused'],
  ['filters=nothing', 'no rows came'],
])('doctor warns of a service with %s, and the order still works', async (reading, result) => {
  const { code, bids, instances } = await checked([reading]);
  expect(code).toBe(0);
  const by = ['region', 'instance_type', 'status'].map((name) => `by ${name} (${result})`).join(', ');
  expect(bids).toBe(
    `warning bids filters bids can't be filtered ${by}; the console reads complete lists instead, ${SLOWER}`,
  );
  expect(instances).toContain(`warning instances filters instances can't be filtered by bid_fid_in (${result})`);
  expect(instances).not.toContain('sorted');
});

test('doctor warns of a service that refuses to sort', async () => {
  const { bids, instances } = await checked(['sort-values=refused']);
  const found = "can't be sorted by created_at (refused); old rows are refreshed later";
  expect(bids).toBe(`warning bids filters bids ${found}`);
  expect(instances).toBe(`warning instances filters instances ${found}`);
});

test('doctor names a single filter that a service ignores, and an order that it ignores', async () => {
  const { bids, instances } = await checked([], ['status', 'bid_fid_in', 'sort_dir', 'sort_by']);
  expect(bids).toContain(
    "bids can't be filtered by status (other rows came); the console reads larger parts or complete lists instead",
  );
  expect(bids).toContain("bids can't be sorted by created_at (another order came)");
  expect(instances).toContain("instances can't be filtered by bid_fid_in (other rows came)");
});

test('doctor says that filters could not be tried on lists without rows', async () => {
  const requests: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    requests.push(url);
    const isPaged = url.startsWith('/v2/spot/bids') || url.startsWith('/v2/instances');
    const body = isPaged ? { data: [], next_cursor: null } : [];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const { run } = await openScript();
  const env = { SPOTDECK_BASE_URL: await serveOnLoopback(server), SPOTDECK_EXTRAS: 'off' };
  const { code, out } = await run(['doctor'], env);
  expect(code).toBe(0);
  for (const list of ['bids', 'instances'])
    expect(out).toMatch(
      new RegExp(`^ok +${list} filters +not tried, because the list has no rows to try them with$`, 'm'),
    );
  expect(requests).toHaveLength(5);
});
