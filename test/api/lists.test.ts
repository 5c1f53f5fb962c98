import { describe, expect, test } from 'vitest';
import type { Outcome, ServiceError, WholeList } from '../../src/api/result.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { unreadableCells } from '../../src/contract/unreadable.ts';
import { type Answering, connect, json, QUERY, type SeenRequest, serve } from './serving.ts';

const fidsOf = (list: Outcome<WholeList<{ readonly fid: string }>, ServiceError>): readonly string[] | null =>
  list.ok ? [...list.value.rows.keys()] : null;

/** Pages by cursor; the one without a cursor is the first. */
function paged(pages: Readonly<Record<string, unknown>>): Answering {
  return (seen, response) => {
    response.end(JSON.stringify(pages[seen.query.get('next_cursor') ?? 'first'] ?? 'no such page'));
  };
}

const row = (fid: string, name = fid): unknown => ({ fid, name });

test.each([
  ['absent', {}],
  ['null', { next_cursor: null }],
  ['empty', { next_cursor: '' }],
  ['false', { next_cursor: false }],
])('a list of three pages is read to its end, marked by a cursor that is %s', async (_, end) => {
  await using service = await serve(
    paged({
      first: { data: [row('a'), row('b')], next_cursor: 'p 2/=+' },
      'p 2/=+': { data: [row('c')], next_cursor: 3 },
      '3': { data: [row('d')], ...end },
    }),
  );
  const progress: unknown[] = [];
  const list = await connect(service.url).list(endpoints.listBids, QUERY, { onPage: (page) => progress.push(page) });
  expect(fidsOf(list)).toEqual(['a', 'b', 'c', 'd']);
  expect(list).toMatchObject({ ok: true, value: { pages: 3, warnings: [], unreadable: [] } });
  // The last page completes the list.
  expect(progress).toEqual([
    { pages: 1, rows: 2 },
    { pages: 2, rows: 3 },
  ]);
  expect(service.seen.map(({ query }) => query.get('limit'))).toEqual(['100', '100', '100']);
  expect(service.seen.map(({ query }) => query.get('project'))).toEqual(['proj_demo', 'proj_demo', 'proj_demo']);
});

test('a bare list where pages are documented is the whole list', async () => {
  await using service = await serve(json([row('a'), row('b')]));
  const list = await connect(service.url).list(endpoints.listInstances, QUERY);
  expect(fidsOf(list)).toEqual(['a', 'b']);
  expect(list).toMatchObject({ value: { pages: 1, warnings: [] } });
});

test('pages where a bare list is documented are all read', async () => {
  await using service = await serve(paged({ first: { data: [row('a')], next_cursor: 'x' }, x: { data: [row('b')] } }));
  expect(fidsOf(await connect(service.url).list(endpoints.listVolumes, QUERY))).toEqual(['a', 'b']);
  expect(service.seen.map(({ query }) => query.toString())).toEqual([
    'project=proj_demo',
    'project=proj_demo&next_cursor=x',
  ]);
});

test('API keys are requested without parameters', async () => {
  await using service = await serve(json([row('a')]));
  expect(fidsOf(await connect(service.url).list(endpoints.listApiKeys, {}))).toEqual(['a']);
  expect(service.seen[0]?.query.toString()).toBe('');
});

test('an empty list is a list', async () => {
  await using service = await serve(json({ data: [], next_cursor: null }));
  expect(await connect(service.url).list(endpoints.listBids, QUERY)).toEqual({
    ok: true,
    value: { rows: new Map(), unreadable: [], warnings: [], pages: 1 },
  });
});

test('a repeated cursor ends the list with a warning, even from two pages before', async () => {
  await using service = await serve(
    paged({
      first: { data: [row('a')], next_cursor: 'x' },
      x: { data: [row('b')], next_cursor: 'y' },
      y: { data: [row('c')], next_cursor: 'x' },
    }),
  );
  const list = await connect(service.url).list(endpoints.listBids, QUERY);
  expect(fidsOf(list)).toEqual(['a', 'b', 'c']);
  expect(list).toMatchObject({ value: { warnings: ['cursor-repeated'], pages: 3 } });
  expect(service.seen).toHaveLength(3);
});

test('an endless list stops at the page limit with a warning', async () => {
  await using service = await serve((_, response, nth) => {
    response.end(JSON.stringify({ data: [row(`r${nth}`)], next_cursor: `c${nth}` }));
  });
  const list = await connect(service.url, { maxPages: 4 }).list(endpoints.listBids, QUERY);
  expect(fidsOf(list)).toEqual(['r1', 'r2', 'r3', 'r4']);
  expect(list).toMatchObject({ value: { warnings: ['page-limit'], pages: 4 } });
  expect(service.seen).toHaveLength(4);
});

test('a list that ends on the last allowed page has no warning', async () => {
  await using service = await serve(paged({ first: { data: [row('a')], next_cursor: 'x' }, x: { data: [row('b')] } }));
  const list = await connect(service.url, { maxPages: 2 }).list(endpoints.listBids, QUERY);
  expect(list).toMatchObject({ ok: true, value: { warnings: [], pages: 2 } });
});

test('a repeated row counts once, in its first position with its latest content', async () => {
  await using service = await serve(
    paged({
      first: { data: [row('a', 'old'), row('b')], next_cursor: 'x' },
      x: { data: [row('c'), row('a', 'new')] },
    }),
  );
  const list = await connect(service.url).list(endpoints.listBids, QUERY);
  expect(fidsOf(list)).toEqual(['a', 'b', 'c']);
  expect(list).toMatchObject({ value: { warnings: ['rows-repeated'] } });
  expect(list.ok && list.value.rows.get('a')).toMatchObject({ row: { name: 'new' }, raw: '{"fid":"a","name":"new"}' });
});

test('unreadable rows have a reason, and the other rows are read, also those of which a part can not be', async () => {
  const rows = [
    row('a'),
    { name: 'no fid' },
    { fid: '' },
    { fid: 7 },
    null,
    'text',
    { fid: 'b', limit_price: 2.5 },
    { fid: 'c', instances: 'i1' },
    { fid: 'd', launch_specification: { volumes: [1] } },
    row('z'),
  ];
  await using service = await serve(json({ data: rows }));
  const list = await connect(service.url).list(endpoints.listBids, QUERY);
  expect(fidsOf(list)).toEqual(['a', 'b', 'c', 'd', 'z']);
  const read = list.ok ? [...list.value.rows.values()] : [];
  expect(read.map(({ row: one }) => [...unreadableCells(one).keys()])).toEqual([
    [],
    ['limit_price'],
    ['instances'],
    ['launch_specification'],
    [],
  ]);
  expect(list.ok && list.value.unreadable.map(({ fid, why }) => [fid, why])).toEqual([
    [null, 'it has no identifier'],
    [null, 'it has no identifier'],
    [null, 'it has no identifier'],
    [null, 'it is not a group of fields'],
    [null, 'it is not a group of fields'],
    ['b', 'limit_price is not text'],
    ['c', 'instances is not a list'],
    ['d', 'launch_specification.volumes.0 is not text'],
  ]);
  expect(list.ok && list.value.unreadable[5]?.raw).toBe('{"fid":"b","limit_price":2.5}');
});

test.each([
  ['a fault', 500, '', { kind: 'server-fault', status: 500 }],
  ['a page that is no page', 200, '{"rows":[]}', { kind: 'unreadable-answer', why: 'it is not a list' }],
  ['an empty answer', 200, '', { kind: 'unreadable-answer', why: 'it is empty' }],
  ['a web page', 200, '<html></html>', { kind: 'unreadable-answer' }],
])('%s on the second page is the error of the whole list', async (_, status, body, error) => {
  await using service = await serve((seen, response) => {
    if (seen.query.has('next_cursor')) response.writeHead(status).end(body);
    else response.end(JSON.stringify({ data: [row('a')], next_cursor: 'x' }));
  });
  expect(await connect(service.url).list(endpoints.listBids, QUERY)).toMatchObject({ ok: false, error });
});

const strict = (seen: SeenRequest): boolean => seen.query.has('limit');

test('a service that rejects the page size gets requests without it, now and from then on', async () => {
  await using service = await serve((seen, response) => {
    if (strict(seen)) response.writeHead(422).end('{"detail":"limit?"}');
    else response.end(JSON.stringify({ data: [row('a')], next_cursor: seen.query.has('next_cursor') ? null : 'x' }));
  });
  const client = connect(service.url);
  expect(await client.list(endpoints.listBids, QUERY)).toMatchObject({ ok: true, value: { pages: 2 } });
  expect(await client.list(endpoints.listInstances, QUERY)).toMatchObject({ ok: true });
  expect(service.seen.map((seen) => [seen.path, strict(seen)])).toEqual([
    ['/v2/spot/bids', true],
    ['/v2/spot/bids', false],
    ['/v2/spot/bids', false],
    ['/v2/instances', false],
    ['/v2/instances', false],
  ]);
});

test.each([422, 400])(
  'a service that rejects large pages with %i gets requests for usual ones, now and from then on',
  async (status) => {
    await using service = await serve((seen, response, nth) => {
      const limit = Number(seen.query.get('limit') ?? 20);
      if (limit > 100) response.writeHead(status).end('{"detail":"limit?"}');
      else numbered(250)(seen, response, nth);
    });
    const client = connect(service.url, { pageSize: 500 });
    expect(fidsOf(await client.list(endpoints.listBids, QUERY))).toHaveLength(250);
    expect(fidsOf(await client.list(endpoints.listInstances, QUERY))).toHaveLength(250);
    const limits = service.seen.map(({ query }) => query.get('limit'));
    expect(limits).toEqual(['500', '100', '100', '100', '100', '100', '100']);
  },
);

test('a service that gives smaller pages than requested is read to the end', async () => {
  await using service = await serve(numbered(250, 100));
  const list = await connect(service.url, { pageSize: 500 }).list(endpoints.listBids, QUERY);
  expect(list).toMatchObject({ ok: true, value: { pages: 3, warnings: [] } });
  expect(service.seen.map(({ query }) => query.get('limit'))).toEqual(['500', '500', '500']);
});

test('a page size of the caller overrides the setting, and is left out when it is rejected', async () => {
  await using service = await serve((seen, response) => {
    if (strict(seen)) response.writeHead(422).end();
    else response.end('[]');
  });
  const list = await connect(service.url).list(endpoints.listBids, { query: { ...QUERY.query, limit: 7 } });
  expect(list).toMatchObject({ ok: true });
  expect(service.seen.map(({ query }) => query.get('limit'))).toEqual(['7', null]);
});

test('an error about something else than the page size is reported, and the page size stays', async () => {
  await using service = await serve(json({ detail: [{ loc: ['query', 'project'], msg: 'unknown' }] }, 422));
  const client = connect(service.url);
  const fields = [{ path: ['project'], message: 'unknown' }];
  expect(await client.list(endpoints.listBids, QUERY)).toMatchObject({ ok: false, error: { kind: 'refused', fields } });
  expect(await client.list(endpoints.listBids, QUERY)).toMatchObject({ ok: false });
  expect(service.seen.map(strict)).toEqual([true, false, true, false]);
});

test('without a page size none is sent, and an error is not retried', async () => {
  await using service = await serve(json({}, 422));
  expect(await connect(service.url, { pageSize: null }).list(endpoints.listBids, QUERY)).toMatchObject({ ok: false });
  expect(service.seen.map(strict)).toEqual([false]);
});

test('a list of 10,000 rows in a hundred pages keeps the program answering', async () => {
  await using service = await serve((seen, response) => {
    const page = Number(seen.query.get('next_cursor') ?? 0);
    const data = Array.from({ length: 100 }, (_, n) => ({
      fid: `b${page * 100 + n}`,
      name: `bid ${n}`,
      limit_price: '$2.50',
    }));
    response.end(JSON.stringify({ data, next_cursor: page === 99 ? null : String(page + 1) }));
  });
  let turns = 0;
  const turning = setInterval(() => turns++, 0);
  const list = await connect(service.url, { maxPages: 1000 }).list(endpoints.listBids, QUERY);
  clearInterval(turning);
  expect(list.ok && list.value.rows.size).toBe(10_000);
  expect(turns).toBeGreaterThan(20);
});

/** A service with numbered rows, which pages by the requested limit. */
const numbered = (count: number, largest = 100): Answering => {
  return (seen, response) => {
    const from = Number(seen.query.get('next_cursor') ?? 0);
    const to = Math.min(count, from + Math.min(largest, Number(seen.query.get('limit') ?? largest)));
    const data = Array.from({ length: to - from }, (_, n) => row(`r${from + n}`));
    response.end(JSON.stringify({ data, next_cursor: to < count ? String(to) : null }));
  };
};

describe('a list of which some rows are enough', () => {
  test.each([
    ['fewer than a page', 7, ['7'], 7],
    ['a whole page', 100, ['100'], 100],
    ['more than a page: pages of the same size', 150, ['75', '75'], 150],
  ])('is read no further, and requests no more rows: %s', async (_, maxRows, limits, rows) => {
    await using service = await serve(numbered(1000));
    const list = await connect(service.url).list(endpoints.listBids, QUERY, { enough: { maxRows } });
    expect(list).toMatchObject({ ok: true, value: { cut: true, warnings: [] } });
    expect(fidsOf(list)).toHaveLength(rows);
    expect(service.seen.map(({ query }) => query.get('limit'))).toEqual(limits);
  });

  test('says so only when there is more: a list that ends with the wanted rows is whole', async () => {
    await using service = await serve(numbered(7));
    const list = await connect(service.url).list(endpoints.listBids, QUERY, { enough: { maxRows: 7 } });
    expect(list).toEqual({ ok: true, value: { rows: expect.any(Map), unreadable: [], warnings: [], pages: 1 } });
  });

  test('is read in full pages until enough of the rows that count are there', async () => {
    await using service = await serve(numbered(1000));
    const counts = ({ fid }: { readonly fid: string }): boolean => fid.endsWith('7');
    const list = await connect(service.url).list(endpoints.listBids, QUERY, { enough: { maxRows: 15, counts } });
    expect(fidsOf(list)).toHaveLength(200);
    expect(list).toMatchObject({ value: { cut: true, pages: 2 } });
    expect(service.seen.map(({ query }) => query.get('limit'))).toEqual(['100', '100']);
  });

  test('is read further when a row came twice', async () => {
    await using service = await serve(
      paged({
        first: { data: [row('a'), row('b')], next_cursor: 'x' },
        x: { data: [row('b')], next_cursor: 'y' },
        y: { data: [row('c')], next_cursor: 'z' },
      }),
    );
    const list = await connect(service.url).list(endpoints.listBids, QUERY, { enough: { maxRows: 3 } });
    expect(fidsOf(list)).toEqual(['a', 'b', 'c']);
    expect(list).toMatchObject({ value: { cut: true, pages: 3 } });
  });

  test('is read further when a row that counted came again and counts no more', async () => {
    await using service = await serve(
      paged({
        first: { data: [row('a'), row('b')], next_cursor: 'x' },
        x: { data: [row('a', 'ended'), row('c')], next_cursor: 'y' },
        y: { data: [row('d')], next_cursor: 'z' },
      }),
    );
    const counts = ({ name }: { readonly name: string | null }): boolean => name !== 'ended';
    const list = await connect(service.url).list(endpoints.listBids, QUERY, { enough: { maxRows: 3, counts } });
    expect(fidsOf(list)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('comes without a page size from a service that rejects it', async () => {
    await using service = await serve((seen, response, nth) => {
      if (strict(seen)) response.writeHead(422).end('{}');
      else numbered(1000, 20)(seen, response, nth);
    });
    const list = await connect(service.url).list(endpoints.listBids, QUERY, { enough: { maxRows: 30 } });
    expect(fidsOf(list)).toHaveLength(40);
    expect(service.seen.map(({ query }) => query.get('limit'))).toEqual(['30', null, null]);
  });
});
