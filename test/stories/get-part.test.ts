import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { parseVariants } from '../../src/market/variants.ts';
import { type Market, openMarket } from '../driver/console.ts';
import { recordRequests } from './recorded-requests.ts';
import { openScript } from './script.ts';
import { BIDS, INSTANCES, STILL } from './service.ts';

/** A script at a market of some 300 instances, with a reading of the interface, and the requests that it sends. */
async function openPart(reading = '', ignored: readonly string[] = []) {
  const market = await openMarket({ ...STILL, instances: 300, variants: parseVariants(reading) });
  const line = await recordRequests(market, ignored);
  const { run } = await openScript(market);
  return {
    market,
    get: async (...args: readonly string[]) => {
      const ran = await run(['get', ...args], { SPOTDECK_BASE_URL: line.origin });
      return { ...ran, requests: line.taken() };
    },
  };
}

/** Reads all pages of a list directly from the market. */
async function asked(market: Market, path: string): Promise<readonly Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (let next: unknown = ''; typeof next === 'string'; ) {
    const cursor: string = next === '' ? '' : `&next_cursor=${next}`;
    const answer = await fetch(`${market.origin}${path}${cursor}`, {
      headers: { authorization: `Bearer ${market.token}` },
    });
    const body: unknown = await answer.json();
    const page = z.union([z.array(Row).transform((data) => ({ data, next_cursor: null })), Envelope]).parse(body);
    rows.push(...page.data);
    next = page.next_cursor;
  }
  return rows;
}

const Row = z.record(z.string(), z.unknown());
const Envelope = z.object({ data: z.array(Row), next_cursor: z.string().nullable() });

/** The cells of the only column that was printed. */
const cells = ({ out }: { readonly out: string }): readonly string[] => out.split('\n').slice(1, -1);
const fids = ({ out }: { readonly out: string }): readonly string[] =>
  out
    .split('\n')
    .slice(0, -1)
    .map((line) => String(JSON.parse(line).fid));

/** Services that do not filter: their reading, the parameters that they ignore, and what is said of that. */
const UNFILTERED = [
  ['refuses filters', 'filters=refused', [], 'The service refused to'],
  ['answers filters with an empty list', 'filters=nothing', [], 'The service did not'],
  ['ignores filters', '', ['bid_fid_in', 'region', 'status'], 'The service did not'],
] as const;

describe('a service that filters and sorts', () => {
  test('is asked for the bids of a region, a status and a type, and nothing else is read', async () => {
    const { get, market } = await openPart();
    const rows = await asked(market, BIDS);
    const one = rows.find(({ status }) => status === 'Allocated');
    const [region, type] = [String(one?.['region']), String(one?.['instance_type'])];
    const wanted = rows.filter((row) => row['region'] === region && row['status'] === 'Allocated');
    const some = await get('bids', '--region', region, '--status', 'allocated', '-o', 'ndjson');
    expect(some).toMatchObject({
      code: 0,
      err: '',
      requests: [`/v2/spot/bids?region=${region}&status=Allocated&limit=100`],
    });
    expect(fids(some).toSorted()).toEqual(wanted.map(({ fid }) => fid).toSorted());
    const typed = await get('bids', '--instance-type', type, '-o', 'ndjson');
    expect(typed.requests).toEqual([`/v2/spot/bids?instance_type=${type}&limit=100`]);
    expect(fids(typed)).toHaveLength(rows.filter((row) => row['instance_type'] === type).length);
  });

  test('is asked for the exact terms of a filter, and the others are checked here', async () => {
    const { get, market } = await openPart();
    const paused = (await asked(market, BIDS)).filter(({ status }) => status === 'Paused');
    const exact = await get('bids', '--filter', 'status:=paused', '-o', 'ndjson');
    expect(exact.requests).toEqual(['/v2/spot/bids?status=Paused&limit=100']);
    expect(fids(exact).toSorted()).toEqual(paused.map(({ fid }) => fid).toSorted());
    const some = await get('bids', '--filter', 'status:=paused name:sweep', '--columns', 'name');
    expect(some.requests).toEqual(['/v2/spot/bids?status=Paused&limit=100']);
    expect(cells(some).toSorted()).toEqual(
      paused
        .map(({ name }) => String(name))
        .filter((name) => name.includes('sweep'))
        .toSorted(),
    );
    const fuzzy = await get('bids', '--filter', 'status:paused', '-o', 'ndjson');
    expect(fuzzy.requests[0]).toBe('/v2/spot/bids?limit=100');
    expect(fids(fuzzy).toSorted()).toEqual(fids(exact).toSorted());
  });

  test('is asked for the instances of bids by their names, and an ambiguous name is refused', async () => {
    const { get, market } = await openPart();
    const bids = await asked(market, BIDS);
    const [train, sweep] = ['train-llama', 'sweep-a'].map((name) => bids.find((bid) => bid['name'] === name));
    const some = await get('instances', '--bid', 'train-llama', String(sweep?.['fid']), '--columns', 'bid');
    expect(some.requests.filter((request) => request.startsWith('/v2/instances'))).toEqual([
      `/v2/instances?bid_fid_in=${train?.['fid']},${sweep?.['fid']}&limit=100`,
    ]);
    expect(new Set(cells(some))).toEqual(new Set(['train-llama', 'sweep-a']));
    // The bids that were read for the names also give the cells.
    expect(some.requests.filter((request) => request.startsWith('/v2/spot/bids?limit=100'))).toHaveLength(
      Math.ceil(bids.length / 100),
    );
    expect(await get('instances', '--bid', 'no-such-bid')).toMatchObject({ code: 2, out: '' });
  });

  test('sends the newest bids in its own order, and no more than the wanted ones', async () => {
    const { get, market } = await openPart();
    const newest = (await asked(market, BIDS)).map(({ fid }) => fid);
    const some = await get('bids', '--sort-by', 'created_at', '--sort-dir', 'desc', '--limit', '4', '-o', 'ndjson');
    expect(some).toMatchObject({
      err: '',
      requests: ['/v2/spot/bids?sort_by=created_at&sort_dir=desc&limit=4'],
    });
    expect(fids(some)).toEqual(newest.slice(0, 4));
    const oldest = await get(...'instances --sort-by created_at --sort-dir asc --limit 150 -o ndjson'.split(' '));
    expect(fids(oldest)).toHaveLength(150);
    expect(oldest.requests).toEqual([
      '/v2/instances?sort_by=created_at&sort_dir=asc&limit=75',
      '/v2/instances?sort_by=created_at&sort_dir=asc&limit=75&next_cursor=next',
    ]);
  });

  test('decides by --sort-by which rows are kept, and --sort how they are printed; --sort alone reads all rows', async () => {
    const { get, market } = await openPart();
    const newest = (await asked(market, BIDS)).slice(0, 5).map(({ name }) => String(name));
    const both = ['--sort-by', 'created_at', '--sort-dir', 'desc', '--sort', '-name', '--limit', '5'];
    const some = await get('bids', ...both, '--columns', 'name');
    expect(cells(some)).toEqual(newest.toSorted().toReversed());
    expect(some.requests).toHaveLength(1);
    const all = cells(await get('bids', '--sort', 'name', '--columns', 'name'));
    const first = await get('bids', '--sort', 'name', '--limit', '3', '--columns', 'name');
    expect(cells(first)).toEqual(all.slice(0, 3));
    expect(first.requests[0]).toBe('/v2/spot/bids?limit=100');
  });

  test('is asked for the instances of the printed bids only, which have all of them', async () => {
    const { get, market } = await openPart();
    const bids = await asked(market, BIDS);
    const whole = (await get('bids', '--sort', 'name', '--columns', 'name,run', '-o', 'csv')).out;
    const live = bids.filter(({ status }) => status !== 'Terminated');
    const first = live.slice(0, 4).map(({ fid }) => String(fid));
    const some = await get('bids', '--limit', '4', '--columns', 'name,run', '-o', 'csv');
    expect(some).toMatchObject({ code: 0, err: '' });
    expect(some.requests).toEqual(['/v2/spot/bids?limit=100', `/v2/instances?bid_fid_in=${first.join(',')}&limit=100`]);
    for (const line of some.out.split('\r\n').slice(1, -1)) expect(whole.split('\r\n')).toContain(line);
    // Which rows are printed depends on instances of any bid.
    const busiest = await get('bids', '--limit', '4', '--sort', '-run', '--columns', 'name,run');
    expect(busiest.requests).toContain('/v2/instances?limit=100');
  });

  test('has its bids read until those of the printed instances have come', async () => {
    const { get, market } = await openPart('page-limit=20');
    const pages = Math.ceil((await asked(market, BIDS)).length / 20);
    const bids = await asked(market, BIDS);
    const newest = (await asked(market, INSTANCES))[0]?.['bid'];
    const at = bids.findIndex(({ fid }) => fid === newest);
    const some = await get('instances', '--limit', '1', '--columns', 'bid');
    expect(cells(some)).toEqual([bids[at]?.['name']]);
    const ofBids = some.requests.filter((request) => request.startsWith('/v2/spot/bids') && !request.includes('limit'));
    expect(ofBids).toHaveLength(Math.floor(at / 20) + 1);
    expect(ofBids.length).toBeLessThan(pages);
  });

  test('is read no further than enough matching rows, which are counted here', async () => {
    const { get, market } = await openPart();
    const all = cells(await get('instances', '--filter', 'name:0', '--limit', '1000', '--columns', 'name'));
    const some = await get('instances', '--filter', 'name:0', '--limit', '3', '--columns', 'name');
    expect(cells(some)).toEqual(all.slice(0, 3));
    expect(some.requests).toEqual(['/v2/instances?limit=100']);
    // Whether an instance runs for a bid of that name is known only once the bids are read.
    const newest = (await asked(market, INSTANCES))[0]?.['bid'];
    const bid = (await asked(market, BIDS)).find(({ fid }) => fid === newest);
    const others = await get('instances', '--filter', `!bid:=${bid?.['name']}`, '--limit', '100', '--columns', 'bid');
    expect(cells(others)).toHaveLength(100);
    expect(cells(others)).not.toContain(bid?.['name']);
  });
});

describe('a filter on the bid of instances', () => {
  const ofInstances = ({ requests }: { readonly requests: readonly string[] }): readonly string[] =>
    requests.filter((request) => request.startsWith('/v2/instances'));

  test('reads the instances of that bid alone, by its name, its identifier, or those of several', async () => {
    const { get, market } = await openPart();
    const [all, bids] = [await asked(market, INSTANCES), await asked(market, BIDS)];
    const named = (name: string) => bids.filter((bid) => bid['name'] === name).map(({ fid }) => String(fid));
    const of = (fids: readonly string[]) =>
      all.filter(({ bid }) => fids.includes(String(bid))).map(({ fid }) => String(fid));
    const [train, sweep] = [named('train-llama'), named('sweep-a')];
    for (const [filter, wanted] of [
      ['bid:=train-llama', train],
      ['bid:=TRAIN-llama', train],
      [`bid:=${train[0]}`, train],
      ['bid:=train-llama | bid:=sweep-a', [...train, ...sweep]],
      [`(bid:=sweep-a | bid:=${train[0]}) !name:nothing`, [...sweep, ...train]],
    ] as const) {
      const some = await get('instances', '--filter', filter, '-o', 'ndjson');
      expect(some, filter).toMatchObject({ code: 0, err: '' });
      expect(ofInstances(some), filter).toEqual([`/v2/instances?bid_fid_in=${wanted.join(',')}&limit=100`]);
      expect(fids(some).toSorted(), filter).toEqual(of(wanted).toSorted());
      expect(fids(some).length, filter).toBeGreaterThan(0);
      // The whole lists have ten pages and more.
      expect(some.requests.length, filter).toBeLessThanOrEqual(1 + Math.ceil(bids.length / 100));
    }
  });

  test('reads bids until the one with its identifier has come, and all of them for a name, which two may have', async () => {
    const { get, market } = await openPart('page-limit=20');
    const bids = await asked(market, BIDS);
    const pages = Math.ceil(bids.length / 20);
    const { fid, name } = bids[0] ?? {};
    const bidRequests = async (text: unknown): Promise<number> =>
      (await get('instances', '--filter', `bid:=${text}`)).requests.filter((one) => one.startsWith('/v2/spot/bids'))
        .length;
    const byName = await bidRequests(name);
    expect(byName).toBeGreaterThanOrEqual(pages);
    expect(await bidRequests(fid)).toBe(byName - pages + 1);
  });

  test('finds nothing for a bid that lists no instances, and trusts the empty answer', async () => {
    const { get, market } = await openPart();
    const bid = (await asked(market, BIDS)).find(({ instances }) => Array.isArray(instances) && instances.length === 0);
    const none = await get('instances', '--filter', `bid:=${bid?.['fid']}`, '-o', 'ndjson');
    expect(none).toMatchObject({ code: 0, out: '', err: '' });
    expect(ofInstances(none)).toHaveLength(1);
  });

  test.each([
    ['a part of a name', 'bid:train-llama'],
    ['one of two things', 'bid:=train-llama | region:=nowhere'],
    ['what is not so', '!bid:=sweep-a bid:train-llama'],
  ])('reads all instances for %s', async (_, filter) => {
    const { get } = await openPart();
    const exact = await get('instances', '--filter', 'bid:=train-llama', '--columns', 'id');
    const some = await get('instances', '--filter', filter, '--columns', 'id');
    expect(cells(some).toSorted()).toEqual(cells(exact).toSorted());
    expect(ofInstances(some)[0]).toBe('/v2/instances?limit=100');
  });

  test.each(UNFILTERED)('is met by the same rows at a service that %s', async (_, reading, ignored, did) => {
    const args = ['instances', '--filter', 'bid:=train-llama | bid:=sweep-a', '--columns', 'name'];
    const usual = await (await openPart()).get(...args);
    const some = await (await openPart(reading, ignored)).get(...args);
    expect(some).toMatchObject({
      code: 0,
      out: usual.out,
      err: `${did} filter by bid, so the rows were filtered here.\n`,
    });
    expect(some.requests).toContain('/v2/instances?limit=100');
  });

  test('is met by the instances of all named bids at a service that takes the first identifier alone', async () => {
    const { get, market } = await openPart('', ['bid_fid_in after the first']);
    const bids = await asked(market, BIDS);
    const [train, sweep] = ['train-llama', 'sweep-a'].map((name) => bids.find((bid) => bid['name'] === name)?.['fid']);
    const all = await asked(market, INSTANCES);
    const some = await get('instances', '--filter', 'bid:=train-llama | bid:=sweep-a', '-o', 'ndjson');
    const wanted = all.filter(({ bid }) => bid === train || bid === sweep).map(({ fid }) => String(fid));
    expect(fids(some).toSorted()).toEqual(wanted.toSorted());
    expect(some.err).toBe('The service did not filter by bid, so the rows were filtered here.\n');
  });
});

test.each([
  ['page-limit=20', ['limit=100', '', 'next_cursor=next']],
  ['page-limit=refused', ['limit=100', '']],
  ['list-shape=array', ['limit=100']],
])('--limit holds at a service with %s', async (reading, queries) => {
  const { get, market } = await openPart(reading);
  const some = await get('instances', '--limit', '30', '-o', 'ndjson');
  expect(some).toMatchObject({ code: 0, err: '' });
  expect(some.requests).toEqual(queries.map((query) => (query === '' ? '/v2/instances' : `/v2/instances?${query}`)));
  const live = (await asked(market, INSTANCES)).filter(({ status }) => status === 'STATUS_RUNNING');
  const first = live.map(({ fid }) => fid).slice(0, 10);
  expect(fids(some)).toHaveLength(30);
  expect(fids(some)).toEqual(expect.arrayContaining(first));
});

test('--limit prints what has not ended first, and ended rows only where there is room', async () => {
  const { get, market } = await openPart();
  const bids = await asked(market, BIDS);
  const hasEnded = ({ status }: { readonly [member: string]: unknown }): boolean => status === 'Terminated';
  const [live, ended] = [bids.filter((bid) => !hasEnded(bid)), bids.filter(hasEnded)];
  expect(ended).not.toEqual([]);
  const fidsWith = async (limit: number) => fids(await get('bids', '--limit', String(limit), '-o', 'ndjson'));
  expect(await fidsWith(3)).toEqual(live.slice(0, 3).map(({ fid }) => fid));
  expect(await fidsWith(live.length + 1)).toEqual([...live, ...ended.slice(0, 1)].map(({ fid }) => fid));
});

test.each(UNFILTERED)(
  'a service that %s prints the same rows, and stderr says that they were filtered here',
  async (_, reading, ignored, did) => {
    const { get } = await openPart(reading, ignored);
    const usual = (await get('bids', '-o', 'csv', '--columns', 'name,status,region')).out.split('\r\n').slice(1, -1);
    const [, , region] = usual.find((line) => line.includes(',allocated,'))?.split(',') ?? [];
    const args = ['--region', String(region), '--status', 'allocated'];
    const some = await get('bids', ...args, '-o', 'csv', '--columns', 'name,status,region');
    expect(some).toMatchObject({
      code: 0,
      err: `${did} filter by region and status, so the rows were filtered here.\n`,
    });
    expect(some.out.split('\r\n').slice(1, -1)).toEqual(usual.filter((line) => line.endsWith(`,allocated,${region}`)));
    expect(some.requests[0]).toBe(`/v2/spot/bids?region=${region}&status=Allocated&limit=100`);
    expect(some.requests).toContain('/v2/spot/bids?limit=100');

    const ofBid = await get('instances', '--bid', 'train-llama', '--limit', '2', '--columns', 'bid');
    expect(cells(ofBid)).toEqual(['train-llama', 'train-llama']);
    expect(ofBid.err).toBe(`${did} filter by bid, so the rows were filtered here.\n`);
  },
);

test.each(UNFILTERED)(
  'the instances of printed bids come from the whole list of a service that %s',
  async (_, reading, ignored) => {
    const usual = await (await openPart()).get('bids', '--limit', '6', '--columns', 'name,run');
    expect(usual.requests.filter((request) => request.startsWith('/v2/instances?limit=100'))).toEqual([]);
    const some = await (await openPart(reading, ignored)).get('bids', '--limit', '6', '--columns', 'name,run');
    expect(some).toMatchObject({ code: 0, err: '', out: usual.out });
    expect(some.requests).toContain('/v2/instances?limit=100');
  },
);

test('an empty answer is confirmed by the whole list, once, and then nothing is said', async () => {
  const { get, market } = await openPart('filters=nothing');
  const pages = Math.ceil((await asked(market, BIDS)).length / 100);
  const none = await get('bids', '--region', 'nowhere', '-o', 'ndjson');
  expect(none).toMatchObject({ code: 0, out: '', err: '' });
  expect(none.requests.filter((request) => request.includes('region'))).toHaveLength(1);
  expect(none.requests.filter((request) => !request.includes('region'))).toHaveLength(pages);
});

test('a service that refuses to sort has its rows sorted here, with a line on stderr', async () => {
  const { get, market } = await openPart('sort-values=refused');
  const some = await get('bids', '--sort-by', 'created_at', '--sort-dir', 'asc', '--limit', '3', '-o', 'ndjson');
  expect(some).toMatchObject({
    code: 0,
    err: 'The service refused to sort by created_at, so the rows were sorted here.\n',
  });
  const byAge = (await asked(market, BIDS)).toSorted(
    (a, b) => Date.parse(String(a['created_at'])) - Date.parse(String(b['created_at'])),
  );
  expect(fids(some)).toEqual(byAge.slice(0, 3).map(({ fid }) => fid));
  // A refused order does not take the filter with it.
  const paused = await get('bids', '--status', 'paused', '--sort-by', 'name', '--columns', 'name');
  expect(paused.requests.filter((request) => request.includes('status=Paused'))).not.toEqual([]);
  expect(paused.requests).not.toContain('/v2/spot/bids?limit=100');
  expect(cells(paused)).toEqual(cells(paused).toSorted());
  expect(await get('bids', '--sort-by', 'colour')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^The rows can't be sorted by colour: .*\nThey have: fid, name, .*created_at/),
  });
});

test('a service that ignores filters and orders gives no row that was not wanted, and no other order', async () => {
  const { get, market } = await openPart('', ['status', 'bid_fid_in', 'sort_by', 'sort_dir']);
  const truth = await asked(market, BIDS);
  const paused = truth.filter(({ status }) => status === 'Paused').map(({ name }) => String(name));
  const some = await get('bids', '--status', 'Paused', '--limit', '2', '--columns', 'name');
  expect(some).toMatchObject({
    code: 0,
    err: 'The service did not filter by status, so the rows were filtered here.\n',
  });
  expect(cells(some)).toEqual(paused.slice(0, 2));
  expect(some.requests.slice(0, 2)).toEqual(['/v2/spot/bids?status=Paused&limit=2', '/v2/spot/bids?limit=100']);

  const both = ['--status', 'paused', '--sort-by', 'created_at', '--sort-dir', 'asc', '--limit', '2'];
  const oldest = await get('bids', ...both, '--columns', 'name');
  expect(cells(oldest)).toEqual(paused.toReversed().slice(0, 2));
  expect(oldest.err.split('\n')).toEqual([
    'The service did not filter by status, so the rows were filtered here.',
    'The service did not sort by created_at, so the rows were sorted here.',
    '',
  ]);
});

test('options that make no sense are refused before a request', async () => {
  const { get } = await openPart();
  const refused = (err: string) => ({ code: 2, out: '', requests: [], err: expect.stringContaining(err) });
  expect(await get('volumes', '--status', 'x')).toMatchObject(
    refused('--status is not an option of volumes.\nIt is one of bids.'),
  );
  expect(await get('bids', '--bid', 'x')).toMatchObject(
    refused('--bid is not an option of bids.\nIt is one of instances.'),
  );
  expect(await get('bids', '--sort-dir', 'asc')).toMatchObject(refused('Give --sort-by too.'));
  expect(await get('bids', '--limit', '0')).toMatchObject(refused('Give a whole number from 1 to 1000000.'));
});
