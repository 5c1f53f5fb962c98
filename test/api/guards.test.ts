import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import type { RequestLogEntry } from '../../src/api/log-entry.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { ApiKeyFid, BidFid, VolumeFid } from '../../src/contract/fid.ts';
import { listenOnLoopback } from '../driver/loopback.ts';
import { always, connect, json, PROJECT, QUERY, serve, TOKEN } from './serving.ts';

const bid_fid = BidFid.parse('bid_1');

test('a read-only console sends reads, and none of its writes', async () => {
  await using service = await serve(json([]));
  const client = connect(service.url, { readOnly: true });
  const body = {
    project: PROJECT,
    region: 'eu',
    instance_type: 'it',
    limit_price: '$1',
    name: 'a',
    instance_quantity: 1,
  };
  const writes = await Promise.all([
    client.call('placeBid', { body }),
    client.call('updateBid', { params: { bid_fid }, body: { paused: true } }),
    client.call('cancelBid', { params: { bid_fid } }),
    client.call('createApiKey', { body: { name: 'a', expires_at: null } }),
    client.call('revokeApiKey', { params: { key_fid: ApiKeyFid.parse('k') } }),
    client.call('createSshKey', { body: { project: PROJECT, name: 'a' } }),
    client.call('createVolume', {
      body: { name: 'a', project: PROJECT, disk_interface: 'Block', region: 'eu', size_gb: 1 },
    }),
    client.call('deleteVolume', { params: { volume_fid: VolumeFid.parse('v') } }),
  ]);
  for (const write of writes) expect(write).toEqual({ ok: false, error: { kind: 'read-only', reached: 'no' } });
  expect(service.seen).toEqual([]);
  expect(await client.list(endpoints.listBids, QUERY)).toMatchObject({ ok: true });
});

test('no body is sent that has the token', async () => {
  await using service = await serve(json({ fid: 'bid_2' }));
  const client = connect(service.url, { token: 'fkey_"quoted"' });
  const place = (script: string) =>
    client.call('placeBid', {
      body: {
        project: PROJECT,
        region: 'eu',
        instance_type: 'it',
        limit_price: '$1',
        name: 'a',
        instance_quantity: 1,
        launch_specification: { startup_script: script },
      },
    });
  expect(await place('curl -H "Authorization: Bearer fkey_"quoted""')).toMatchObject({
    ok: false,
    error: { kind: 'refused', reached: 'no' },
  });
  expect(service.seen).toEqual([]);
  expect(await place('curl -H "Authorization: Bearer $KEY"')).toMatchObject({ ok: true });
});

test.each([null, '', 'with blank', 'line\nbreak', 'tab\t', 'umläut', 'escape\u001b', '✓'])(
  'a token that is %j is not sent and not repeated',
  async (token) => {
    await using service = await serve(json([]));
    const client = connect(service.url, { token });
    const error = { kind: 'no-token', reached: 'no' };
    expect(await client.list(endpoints.listBids, QUERY)).toEqual({ ok: false, error });
    expect(await client.call('cancelBid', { params: { bid_fid } })).toEqual({ ok: false, error });
    expect(service.seen).toEqual([]);
  },
);

test('plain http to another machine is refused without a request', async () => {
  const entries: RequestLogEntry[] = [];
  const client = connect('http://192.0.2.1:8080', { timeoutMs: 60_000 }, { onRequest: (entry) => entries.push(entry) });
  const error = { kind: 'plain-http', where: '192.0.2.1:8080', reached: 'no' };
  expect(await client.list(endpoints.listBids, QUERY)).toEqual({ ok: false, error });
  expect(await client.call('cancelBid', { params: { bid_fid } })).toEqual({ ok: false, error });
  expect(entries).toEqual([]);
});

test.each([
  'http://127.evil.example',
  'http://127.0.0.1.evil.example',
  'http://localhost.evil.example',
  'http://[::2]',
  'http://10.0.0.1',
])('%s counts as another machine', async (address) => {
  expect(await connect(address).list(endpoints.listBids, QUERY)).toMatchObject({ error: { kind: 'plain-http' } });
});

test.each(['127.0.0.1', '127.1', '127.8.9.10', 'LOCALHOST', '[::1]'])(
  'plain http to %s stays on this machine and is tried',
  async (host) => {
    // A port that was free just now, so that all of these addresses refuse connections.
    const holder = createServer();
    const port = await listenOnLoopback(holder);
    await new Promise((resolve) => holder.close(resolve));
    const list = await connect(`http://${host}:${port}`).list(endpoints.listBids, QUERY);
    expect(list).toMatchObject({ ok: false, error: { kind: 'unreachable', reached: 'no' } });
  },
);

test('plain http to another machine is used when the profile allows it', async () => {
  const stop = AbortSignal.abort();
  const list = await connect('http://192.0.2.1', { allowPlainHttp: true }).list(endpoints.listBids, QUERY, {
    signal: stop,
  });
  expect(list).toMatchObject({ error: { kind: 'aborted', reached: 'no' } });
});

test.each(['', 'no address', 'ftp://127.0.0.1', 'file:///etc/passwd', 'http://', '/v2'])(
  'an address that is %j is told, never thrown',
  async (address) => {
    expect(await connect(address).list(endpoints.listBids, QUERY)).toEqual({
      ok: false,
      error: { kind: 'unreachable', why: 'other', where: 'the configured address', reached: 'no' },
    });
  },
);

test('a user name, password, query or fragment in the address is not sent', async () => {
  await using service = await serve(json([]));
  const list = await connect(`http://user:secret@${service.host}/?a=b#c`).list(endpoints.listApiKeys, {});
  expect(list).toMatchObject({ ok: true });
  expect(service.seen[0]).toMatchObject({ path: '/v2/api-keys', headers: { authorization: `Bearer ${TOKEN}` } });
  expect(service.seen[0]?.query.toString()).toBe('');
});

test.each([301, 302, 303, 307, 308])(
  'a redirect %i to another origin is an error, and nothing goes there',
  async (status) => {
    await using other = await serve(json([]));
    await using service = await serve(always(status, '', { location: `${other.url}/v2/spot/bids?secret=1#x` }));
    const list = await connect(service.url).list(endpoints.listBids, QUERY);
    expect(list).toEqual({
      ok: false,
      error: {
        kind: 'redirected',
        to: `${other.url}/v2/spot/bids`,
        service: other.url,
        isWrite: false,
        reached: 'yes',
      },
    });
    expect(other.seen).toEqual([]);
    expect(service.seen).toHaveLength(1);
  },
);

test('a redirect that leads to another origin at its second step is an error, too', async () => {
  await using other = await serve(json([]));
  await using service = await serve((_, response, nth) => {
    response.writeHead(302, { location: nth === 1 ? '/there' : `//${other.host}/` }).end();
  });
  expect(await connect(service.url).list(endpoints.listApiKeys, {})).toMatchObject({ error: { kind: 'redirected' } });
  expect(other.seen).toEqual([]);
  expect(service.seen).toHaveLength(2);
});

test('reads follow a redirect within the origin, with the token', async () => {
  await using service = await serve((seen, response) => {
    if (seen.path === '/moved') response.end('[{"fid":"a"}]');
    else response.writeHead(307, { location: '/moved?x=1' }).end();
  });
  expect(await connect(service.url).list(endpoints.listBids, QUERY)).toMatchObject({
    ok: true,
    value: { rows: new Map([['a', { row: { fid: 'a' } }]]) },
  });
  expect(service.seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${TOKEN}`, `Bearer ${TOKEN}`]);
});

test('a circle of redirects ends with an error', async () => {
  await using service = await serve(always(302, '', { location: '/round' }));
  const list = await connect(service.url).list(endpoints.listBids, QUERY);
  expect(list).toEqual({
    ok: false,
    error: {
      kind: 'redirected',
      to: `${service.url}/round`,
      service: null,
      isWrite: false,
      reached: 'yes',
    },
  });
  expect(service.seen).toHaveLength(6);
});

test.each([
  ['another path', 308, '/v2/spot/bids/bid_1/', null, 'yes'],
  ['a path of its own below a prefix', 307, '/api/v2/spot/bids/bid_1', '/api', 'yes'],
  ['what came of it', 303, '/v2/spot/bids/bid_1/', null, 'maybe'],
] as const)(
  'a write never follows a redirect within the origin, such as to %s',
  async (_, status, location, below, reached) => {
    await using service = await serve(always(status, '', { location }));
    const answer = await connect(service.url).call('cancelBid', { params: { bid_fid } });
    expect(answer).toEqual({
      ok: false,
      error: {
        kind: 'redirected',
        to: `${service.url}${location}`,
        service: below === null ? null : `${service.url}${below}`,
        isWrite: true,
        reached,
      },
    });
    expect(service.seen).toHaveLength(1);
  },
);

test.each([{}, { location: 'http://' }])('a redirect to nowhere (%j) is an unreadable answer', async (headers) => {
  await using service = await serve(always(302, '', headers));
  expect(await connect(service.url).list(endpoints.listBids, QUERY)).toMatchObject({
    error: { kind: 'unreadable-answer' },
  });
});

test('a redirect to another kind of address is an error', async () => {
  await using service = await serve(always(302, '', { location: 'javascript:alert(1)' }));
  expect(await connect(service.url).list(endpoints.listBids, QUERY)).toMatchObject({
    error: { kind: 'redirected', to: 'javascript:' },
  });
});
