import { expect, test } from 'vitest';
import * as z from 'zod';
import { type Caller, NEW_BID, openMarket, PROJECT } from './caller.ts';

const Row = z.looseObject({
  fid: z.string(),
  status: z.string(),
  region: z.string(),
  instance_type: z.string(),
  created_at: z.string(),
  bid: z.string().nullish(),
  reservation: z.string().nullish(),
});
const Page = z.object({ data: z.array(Row), next_cursor: z.string().nullable() });
type Row = z.output<typeof Row>;

async function readAll(caller: Caller, path: string, between = async () => {}): Promise<readonly (readonly Row[])[]> {
  const pages: Row[][] = [];
  let cursor: string | null = null;
  do {
    const told = await caller.get(`${path}${cursor === null ? '' : `&next_cursor=${cursor}`}`);
    const page = Page.parse(told.body);
    pages.push(page.data);
    cursor = page.next_cursor;
    await between();
  } while (cursor !== null);
  return pages;
}

const BIDS = `/v2/spot/bids?${PROJECT}`;
const INSTANCES = `/v2/instances?${PROJECT}`;

test.each([1, 7, 13, 14, 15, 100])('pages of %i hold every bid once', async (limit) => {
  await using caller = await openMarket();
  const pages = await readAll(caller, `${BIDS}&limit=${limit}`);
  const fids = pages.flat().map(({ fid }) => fid);
  expect([fids.length, new Set(fids).size, pages.length]).toEqual([14, 14, Math.ceil(14 / limit)]);
});

test('without a limit a page has a hundred rows', async () => {
  await using caller = await openMarket({ instances: 230 });
  const pages = await readAll(caller, INSTANCES);
  expect(pages.map(({ length }) => length)).toEqual([100, 100, 30]);
});

test.each([
  [BIDS, 'created_at', ({ created_at }: Row) => created_at],
  [BIDS, 'status', ({ status }: Row) => status],
  [INSTANCES, 'created_at', ({ created_at }: Row) => created_at],
  [INSTANCES, 'instance_status', ({ status }: Row) => status],
  [INSTANCES, 'instance_type_fid', ({ instance_type }: Row) => instance_type],
] as const)('%s is sorted by %s both ways, over pages', async (path, by, keyOf) => {
  await using caller = await openMarket();
  const up = (await readAll(caller, `${path}&limit=5&sort_by=${by}&sort_dir=asc`)).flat();
  const down = (await readAll(caller, `${path}&limit=5&sort_by=${by}&sort_dir=desc`)).flat();
  expect(up.map(keyOf)).toEqual(up.map(keyOf).sort());
  expect(down.map(({ fid }) => fid)).toEqual(up.map(({ fid }) => fid).reverse());
  expect(new Set(up.map(({ fid }) => fid)).size).toBe(up.length);
});

test('bids that come and go between pages shift no other row', async () => {
  await using caller = await openMarket({ instances: 200 });
  const before = (await readAll(caller, `${BIDS}&limit=100`)).flat();
  const pages = await readAll(caller, `${BIDS}&limit=9`, async () => {
    expect((await caller.send('POST', '/v2/spot/bids', NEW_BID)).status).toBe(201);
  });
  expect(pages.flat().map(({ fid }) => fid)).toEqual(before.map(({ fid }) => fid));
});

test('filters return the matching rows, alone and combined', async () => {
  await using caller = await openMarket();
  const read = async (query: string) => (await readAll(caller, `${INSTANCES}${query}`)).flat();
  const all = await read('');
  const count = (keep: (row: Row) => boolean) => all.filter(keep).length;
  expect(all).toHaveLength(38);
  expect(await read('&region=us-central1-a')).toHaveLength(count(({ region }) => region === 'us-central1-a'));
  expect(await read('&instance_type=8xa100.us-central1-a')).toHaveLength(4);
  const [one, two] = [...new Set(all.flatMap(({ bid }) => bid ?? []))];
  const reservation = all.find((row) => row.reservation != null)?.reservation;
  expect(await read(`&bid_fid_in=${one},${two}`)).toHaveLength(count(({ bid }) => bid === one || bid === two));
  expect(await read(`&bid_fid_in=${one}&bid_fid_in=${two}`)).toHaveLength(
    count(({ bid }) => bid === one || bid === two),
  );
  expect(await read(`&reservation_fid_in=${reservation}`)).toHaveLength(2);
  expect(await read(`&reservation_fid_in=${reservation}&bid_fid_in=${one}`)).toHaveLength(
    2 + count(({ bid }) => bid === one),
  );
  expect(await read('&region=mars')).toEqual([]);
  const paused = (
    await readAll(caller, `${BIDS}&status=Paused&region=us-central1-a&instance_type=8xa100.us-central1-a`)
  ).flat();
  expect(paused.map(({ status }) => status)).toEqual(['Paused']);
});

test.each([
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['limit=ten', 'limit'],
  ['limit=', 'limit'],
  ['sort_by=price', 'sort_by'],
  ['sort_by=constructor', 'sort_by'],
  ['sort_dir=up', 'sort_dir'],
  ['status=Bogus', 'status'],
  ['next_cursor=bogus', 'next_cursor'],
  ['next_cursor=', 'next_cursor'],
  ['colour=red', 'colour'],
])('the bids with ?%s are rejected', async (query, name) => {
  await using caller = await openMarket();
  const told = await caller.get(`${BIDS}&${query}`);
  expect(told.status).toBe(422);
  expect(told.body).toMatchObject({ detail: [{ loc: ['query', name] }] });
});

test('a list without its project is rejected', async () => {
  await using caller = await openMarket();
  for (const path of ['/v2/spot/bids', '/v2/instances', '/v2/volumes', '/v2/ssh-keys']) {
    const told = await caller.get(path);
    expect([told.status, told.body]).toEqual([
      422,
      { detail: [{ loc: ['query', 'project'], msg: 'Field required', type: 'missing' }] },
    ]);
  }
});

test('a cursor of another order is rejected', async () => {
  await using caller = await openMarket();
  const { next_cursor } = Page.parse((await caller.get(`${BIDS}&limit=2`)).body);
  expect((await caller.get(`${BIDS}&sort_by=status&next_cursor=${next_cursor}`)).status).toBe(422);
});
