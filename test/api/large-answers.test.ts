import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { BidFid } from '../../src/contract/fid.ts';
import { type Answering, always, connect, QUERY, serve } from './serving.ts';

const NO_ROOM = {
  kind: 'unreadable-answer',
  why: 'with the other lists it is larger than the memory set aside for them',
  reached: 'yes',
};
const row = (n: number, name = `row ${n}`): object => ({ fid: `f${n}`, name, limit_price: '$2.50' });
const rows = (count: number, from = 0): readonly object[] => Array.from({ length: count }, (_, n) => row(from + n));
/** Rows of wide text, which need five bytes of memory per byte and compress well. */
const heavy = (megabytes: number): Buffer => {
  const name = `€${'x'.repeat(1_000_000)}`;
  return gzipSync(JSON.stringify(rows(megabytes).map((one) => ({ ...one, name }))), { level: 1 });
};
const TOO_MUCH = heavy(55);

/** Answers by path; other lists are empty. */
const byPath =
  (answers: Readonly<Record<string, string | Buffer>>): Answering =>
  (seen, response) => {
    const body = answers[seen.path] ?? '[]';
    response.writeHead(200, typeof body === 'string' ? {} : { 'content-encoding': 'gzip' }).end(body);
  };
const BIDS = '/v2/spot/bids';

test.each([
  ['as an array', (data: readonly object[]) => JSON.stringify(data)],
  ['in an envelope', (data: readonly object[]) => JSON.stringify({ data, next_cursor: null }, null, 2)],
])(
  'a list of 10,000 rows in one answer, %s, is read completely, and its rows stay the same objects',
  async (_, write) => {
    let text = write(rows(10_000));
    await using service = await serve((_seen, response) => void response.end(text));
    const client = connect(service.url);
    const first = await client.list(endpoints.listBids, QUERY);
    text = write(rows(10_000).map((one, n) => (n === 5000 ? row(5000, 'changed') : one)));
    const second = await client.list(endpoints.listBids, QUERY);
    if (!first.ok || !second.ok) throw new Error('The list was not read.');
    expect([...first.value.rows.keys()]).toEqual(Array.from({ length: 10_000 }, (_, n) => `f${n}`));
    const changed = [...second.value.rows].filter(([fid, listed]) => first.value.rows.get(fid) !== listed);
    expect(changed.map(([, listed]) => listed.row.name)).toEqual(['changed']);
  },
);

test('a large row is read; a row beyond the limit counts as unreadable, and the others are there', async () => {
  const large = row(1, 'x'.repeat(5_000_000));
  const tooLarge = row(2, 'x'.repeat(9_000_000));
  await using service = await serve(byPath({ [BIDS]: gzipSync(JSON.stringify([row(0), large, tooLarge, row(3)])) }));
  const list = await connect(service.url).list(endpoints.listBids, QUERY);
  if (!list.ok) throw new Error('The list was not read.');
  expect([...list.value.rows.keys()]).toEqual(['f0', 'f1', 'f3']);
  expect(list.value.unreadable).toEqual([{ fid: null, why: 'it is too large', raw: '' }]);
});

test('a list with more rows than there is memory for is an error, however it is compressed; other lists continue', async () => {
  await using service = await serve(
    byPath({ [BIDS]: TOO_MUCH, '/v2/instances': JSON.stringify(rows(10_000)), '/v2/volumes': TOO_MUCH }),
  );
  const client = connect(service.url);
  const [bids, instances, volumes, keys] = await Promise.all([
    client.list(endpoints.listBids, QUERY),
    client.list(endpoints.listInstances, QUERY),
    client.list(endpoints.listVolumes, QUERY),
    client.list(endpoints.listApiKeys, {}),
  ]);
  expect([bids, volumes]).toEqual([
    { ok: false, error: NO_ROOM },
    { ok: false, error: NO_ROOM },
  ]);
  expect([instances, keys]).toMatchObject([{ ok: true }, { ok: true }]);
});

test('endless pages stop at the memory limit, and the same list is read again when it is short', async () => {
  let endless = true;
  const long = 'x'.repeat(100_000);
  await using service = await serve((_, response, nth) => {
    const data = Array.from({ length: 100 }, (_row, n) => row(nth * 100 + n, long));
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(gzipSync(JSON.stringify({ data, next_cursor: endless ? `c${nth}` : null }), { level: 1 }));
  });
  const client = connect(service.url, { maxPages: 1000 });
  expect(await client.list(endpoints.listBids, QUERY)).toEqual({ ok: false, error: NO_ROOM });
  expect(service.seen.length).toBeLessThan(20);
  endless = false;
  expect(await client.list(endpoints.listBids, QUERY)).toMatchObject({ ok: true, value: { pages: 1 } });
});

test('the rows of a hidden project make room for the rows of another', async () => {
  await using service = await serve(byPath({ '/v2/instances': heavy(30) }));
  const client = connect(service.url);
  // Two of them are more than there is memory for.
  for (const project of ['one', 'two'])
    expect(await client.list(endpoints.listInstances, { query: { ...QUERY.query, region: project } })).toMatchObject({
      ok: true,
    });
});

test.each([
  ['too large', `{"fid":"a","name":"${'x'.repeat(9_000_000)}"}`, 'it is too large; the request itself was accepted'],
  ['two values', '{"fid":"a"},{"fid":"b"}', 'it is not JSON; the request itself was accepted'],
  ['a list cut in two', '{"fid":"a"}],[{"fid":"b"}', 'it is not JSON; the request itself was accepted'],
])('the answer %s to a write is unreadable, and the error says that the write was made', async (_, body, why) => {
  await using service = await serve(always(200, body));
  const write = { params: { bid_fid: BidFid.parse('a') }, body: { paused: true } };
  expect(await connect(service.url).call('updateBid', write)).toEqual({
    ok: false,
    error: { kind: 'unreadable-answer', why, reached: 'yes' },
  });
});

test('one line is read of an endless error', async () => {
  await using service = await serve((_, response) => {
    const more = (): void => {
      while (response.write('too much '.repeat(10_000)));
      response.once('drain', more);
    };
    response.writeHead(500);
    more();
  });
  const list = await connect(service.url).list(endpoints.listBids, QUERY);
  expect(list).toMatchObject({
    ok: false,
    error: { kind: 'server-fault', said: expect.stringMatching(/^too much too/) },
  });
});
