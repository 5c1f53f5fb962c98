import { expect, test } from 'vitest';
import type { RequestLogEntry } from '../../src/api/log-entry.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { ApiKeyFid, BidFid, InstanceFid, VolumeFid } from '../../src/contract/fid.ts';
import { machineClock } from '../../src/lib/clock.ts';
import { always, connect, json, PROJECT, QUERY, serve, TOKEN } from './serving.ts';

const bid_fid = BidFid.parse('bid_1');

test('placing a bid sends it once, with the token and as JSON, and returns the bid with its JSON text', async () => {
  await using service = await serve(json({ fid: 'bid_1', limit_price: '$2.50', status: 'Open', colour: 'blue' }, 201));
  const body = {
    project: PROJECT,
    region: 'eu',
    instance_type: 'it_1',
    limit_price: '$2.50',
    name: 'a',
    instance_quantity: 2,
  };
  const answer = await connect(service.url).call('placeBid', { body });
  expect(answer).toMatchObject({ ok: true, value: { value: { fid: 'bid_1', name: null, colour: 'blue' } } });
  expect(answer.ok && JSON.parse(answer.value.raw)).toEqual({
    fid: 'bid_1',
    limit_price: '$2.50',
    status: 'Open',
    colour: 'blue',
  });
  const [seen] = service.seen;
  expect(service.seen).toHaveLength(1);
  expect(seen).toMatchObject({ method: 'POST', path: '/v2/spot/bids' });
  expect(JSON.parse(seen?.body ?? '')).toEqual(body);
  expect(seen?.headers).toMatchObject({
    authorization: `Bearer ${TOKEN}`,
    'content-type': 'application/json',
    accept: 'application/json',
  });
});

test('updates and deletions have the identifier in the path, escaped, below the path prefix of the address', async () => {
  await using service = await serve((seen, response) => {
    if (seen.method === 'DELETE') response.writeHead(204).end();
    else response.end('{"fid":"x"}');
  });
  const client = connect(`${service.url}/gate/`);
  expect(await client.call('updateBid', { params: { bid_fid }, body: { paused: true } })).toMatchObject({ ok: true });
  const volume_fid = VolumeFid.parse('a/b?c#d e');
  expect(await client.call('deleteVolume', { params: { volume_fid } })).toEqual({
    ok: true,
    value: { value: undefined, raw: null },
  });
  expect(service.seen.map(({ method, path, body }) => `${method} ${path} ${body}`)).toEqual([
    'PATCH /gate/v2/spot/bids/bid_1 {"paused":true}',
    'DELETE /gate/v2/volumes/a%2Fb%3Fc%23d%20e ',
  ]);
});

test.each(['.', '..'])('an identifier %j that would lead to another path is not sent', async (fid) => {
  await using service = await serve(always(204, ''));
  const answer = await connect(service.url).call('cancelBid', { params: { bid_fid: BidFid.parse(fid) } });
  expect(answer).toMatchObject({
    ok: false,
    error: { kind: 'refused', reached: 'no', fields: [{ path: ['bid_fid'] }] },
  });
  expect(service.seen).toEqual([]);
});

test('half a surrogate pair in an identifier throws nothing, and is not sent as another identifier', async () => {
  await using service = await serve(always(404, ''));
  for (const fid of ['a\ud800', 'a\\u{d800}']) {
    const answer = await connect(service.url).call('cancelBid', { params: { bid_fid: BidFid.parse(fid) } });
    expect(answer).toMatchObject({
      ok: false,
      error: { kind: 'refused', reached: 'no', fields: [{ path: ['bid_fid'] }] },
    });
  }
  expect(service.seen).toEqual([]);
});

test('similar identifiers stay two rows of one line each, and a write goes to the intended one', async () => {
  const strange = ['b\n1', 'b\u200b1', 'b\u200e1', 'b\ufffd1', 'b\\u{a}1', 'b 1'];
  await using service = await serve((seen, response) => {
    const rows = strange.map((fid) => ({ fid, launch_specification: { volumes: [fid] } }));
    const body = seen.method === 'GET' ? { data: rows } : { fid: 'b' };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const client = connect(service.url);
  const answer = await client.list(endpoints.listBids, QUERY);
  const bids = answer.ok ? [...answer.value.rows.values()].map(({ row }) => row) : [];
  expect(bids.map(({ fid }) => fid)).toEqual([
    ...['b\\u{a}1', 'b\\u{200b}1', 'b\\u{200e}1', 'b\ufffd1', 'b\\u{5c}u{a}1', 'b 1'],
  ]);
  for (const { fid, launch_specification: launch } of bids)
    await client.call('updateBid', { params: { bid_fid: fid }, body: { volumes: [...(launch?.volumes ?? [])] } });
  const [, ...writes] = service.seen;
  expect(writes.map(({ path }) => decodeURIComponent(path))).toEqual(strange.map((fid) => `/v2/spot/bids/${fid}`));
  expect(writes.map(({ body }): unknown => JSON.parse(body))).toEqual(strange.map((fid) => ({ volumes: [fid] })));
});

test('a request with invalid fields is not sent, and the error names the fields', async () => {
  await using service = await serve(always(201, '{}'));
  const answer = await connect(service.url).call('createVolume', {
    body: { name: 'Not good', project: PROJECT, disk_interface: 'Block', region: 'eu', size_gb: 1.5 },
  });
  expect(answer).toMatchObject({ ok: false, error: { kind: 'refused', status: 422, reached: 'no', said: null } });
  expect(!answer.ok && answer.error.kind === 'refused' && answer.error.fields.map(({ path }) => path)).toEqual([
    ['name'],
    ['size_gb'],
  ]);
  expect(service.seen).toEqual([]);
});

test('a created key is returned with its secret, and without a second copy of it', async () => {
  await using service = await serve(json({ fid: 'k', secret: 'fkey_secret_value', private_key: 'A\nB\n' }, 201));
  const client = connect(service.url);
  const key = await client.call('createApiKey', { body: { name: 'a', expires_at: '2027-01-01T00:00:00Z' } });
  expect(key).toMatchObject({ ok: true, value: { value: { secret: 'fkey_secret_value' }, raw: null } });
  const pair = await client.call('createSshKey', { body: { project: PROJECT, name: 'a' } });
  expect(pair).toMatchObject({ ok: true, value: { value: { private_key: 'A\nB\n' }, raw: null } });
});

test.each([
  ['200 with a body', 200, '{"deleted":true}'],
  ['200 without', 200, ''],
  ['202 with a word', 202, 'OK'],
  ['204', 204, ''],
])('a deletion with the answer %s succeeds', async (_, status, body) => {
  await using service = await serve(always(status, body));
  const answer = await connect(service.url).call('revokeApiKey', { params: { key_fid: ApiKeyFid.parse('k') } });
  expect(answer).toMatchObject({ ok: true });
});

test('any status of success and any content type are accepted with an answer in JSON', async () => {
  await using service = await serve(always(202, '\ufeff {"fid":"bid_1"}', { 'content-type': 'text/plain' }));
  expect(await connect(service.url).call('updateBid', { params: { bid_fid }, body: {} })).toMatchObject({ ok: true });
});

test.each([
  ['an empty answer', '', 'it is empty; the request itself was accepted', 'yes'],
  ['broken JSON', '{"fid":', 'it is not JSON; the request itself was accepted', 'yes'],
  ['a thing without identifier', '{"name":"a"}', 'it has no identifier; the request itself was accepted', 'yes'],
  ['a field of another type', '{"fid":"a","name":5}', 'name is not text; the request itself was accepted', 'yes'],
  ['a list', '[]', 'it is not a group of fields; the request itself was accepted', 'yes'],
  [
    'a login page',
    '<!doctype html><title>Sign in</title>',
    'it is a web page instead of data, so a proxy or a login page may be in between',
    'maybe',
  ],
])(
  'the answer %s to a write is unreadable, and the error says whether the write was made',
  async (_, body, why, reached) => {
    await using service = await serve(always(200, body));
    const answer = await connect(service.url).call('updateBid', { params: { bid_fid }, body: { paused: true } });
    expect(answer).toEqual({ ok: false, error: { kind: 'unreadable-answer', why, reached } });
  },
);

test('a login page as the answer to a deletion is an error', async () => {
  await using service = await serve(always(200, '<html><h1>Sign in</h1></html>'));
  const answer = await connect(service.url).call('cancelBid', { params: { bid_fid } });
  expect(answer).toMatchObject({ ok: false, error: { kind: 'unreadable-answer', reached: 'maybe' } });
});

test('filters are sent as documented: lists joined by commas, nothing for null', async () => {
  await using service = await serve(json([]));
  const fids = [BidFid.parse('b1'), BidFid.parse('b2')];
  await connect(service.url).list(endpoints.listInstances, {
    query: { project: PROJECT, region: null, instance_type: undefined, bid_fid_in: fids, limit: 7 },
  });
  expect(Object.fromEntries(service.seen[0]?.query ?? [])).toEqual({
    project: 'proj_demo',
    bid_fid_in: 'b1,b2',
    limit: '7',
  });
});

test('answers never contain text that would act on the terminal', async () => {
  await using service = await serve(
    json([{ fid: 'i', name: 'a\u001b[2Jb\u009b1mc\u202ed\ne', 'x\u0007': { y: ['\u001b]0;t\u0007'] } }]),
  );
  const answer = await connect(service.url).list(endpoints.listInstances, QUERY);
  const text =
    JSON.stringify(answer, null, 1) + (answer.ok ? [...answer.value.rows.values()].map(({ raw }) => raw).join('') : '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  expect(answer).toMatchObject({
    ok: true,
    value: { rows: new Map([['i', { row: { fid: InstanceFid.parse('i'), name: 'a�[2Jb�1mc�d e' } }]]) },
  });
});

test('the request log has method, path, status, time, size and bodies, and no secret', async () => {
  await using service = await serve(json({ fid: 'k', secret: 'very-secret' }, 201));
  const entries: RequestLogEntry[] = [];
  let time = 1000;
  const now = (): number => {
    time += 25;
    return time;
  };
  const client = connect(
    service.url,
    {},
    { onRequest: (entry) => entries.push(entry), clock: { ...machineClock, now } },
  );
  await client.call('createApiKey', { body: { name: 'a', expires_at: null } });
  expect(entries).toEqual([
    {
      method: 'POST',
      path: '/v2/api-keys',
      status: 201,
      startedAt: 1025,
      tookMs: 25,
      bytes: 34,
      failure: null,
      url: `${service.url}/v2/api-keys`,
      sent: '{"name":"a","expires_at":null}',
      answer: null,
    },
  ]);
  expect(JSON.stringify(entries)).not.toContain('very-secret');
});

test('the request log has no token that the service repeats in an address', async () => {
  await using service = await serve((seen, response) => {
    if (seen.path === '/moved') response.end('[]');
    else response.writeHead(307, { location: `/moved?t=${TOKEN}` }).end();
  });
  const entries: RequestLogEntry[] = [];
  await connect(service.url, {}, { onRequest: (entry) => entries.push(entry) }).list(endpoints.listApiKeys, {});
  expect(entries.map(({ path }) => path)).toEqual(['/v2/api-keys', '/moved?t=$SPOTDECK_TOKEN']);
  expect(JSON.stringify(entries)).not.toContain(TOKEN);
});

test('the request log has no part of a token, wherever an answer is cut', async () => {
  for (let blanks = 3950; blanks <= 4010; blanks++) {
    await using service = await serve(always(200, `["${TOKEN}${' '.repeat(blanks)}${TOKEN}${' '.repeat(99)}"]`));
    const entries: RequestLogEntry[] = [];
    await connect(service.url, {}, { onRequest: (entry) => entries.push(entry) }).list(endpoints.listApiKeys, {});
    expect(entries[0]?.answer?.startsWith('["$SPOTDECK_TOKEN ')).toBe(true);
    expect(entries[0]?.answer).not.toContain(TOKEN.slice(0, 3));
  }
});

test('the request log has no secret that a list should not contain', async () => {
  await using service = await serve(always(200, '[{"fid":"k","secret" : "very\\"secret","private_key":"hidden'));
  const entries: RequestLogEntry[] = [];
  await connect(service.url, {}, { onRequest: (entry) => entries.push(entry) }).list(endpoints.listApiKeys, {});
  expect(entries[0]?.answer).toBe('[{"fid":"k","secret" : "(not kept)","private_key":"(not kept)"');
});

test('a row has no secret that a list should not contain, however its name is spelled', async () => {
  const row = { fid: 'k', name: 'ci', privateKey: '-----BEGIN', nested: { 'api-key': 'sk-1', has_secret: true } };
  await using service = await serve(always(200, JSON.stringify([row, { ...row, fid: 7 }])));
  const read = await connect(service.url).list(endpoints.listSshKeys, { query: { project: PROJECT } });
  expect(JSON.stringify(read)).not.toMatch(/BEGIN|sk-1/);
  const kept = { ...row, privateKey: '(not kept)', nested: { 'api-key': '(not kept)', has_secret: true } };
  const [listed] = read.ok ? read.value.rows.values() : [];
  expect([JSON.parse(listed?.raw ?? ''), listed?.row]).toEqual([kept, expect.objectContaining(kept)]);
});
