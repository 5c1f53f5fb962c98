import { expect, test } from 'vitest';
import * as z from 'zod';
import { bidRow } from '../../src/contract/bid.ts';
import { instanceRow } from '../../src/contract/instance.ts';
import { volumeRow } from '../../src/contract/volume.ts';
import { MarketFailure } from '../../src/market/errors.ts';
import { defaultVariants, parseVariants, variantTable } from '../../src/market/variants.ts';
import { type Caller, NEW_BID, openMarket, PROJECT, type ReceivedAnswer } from './caller.ts';

const BIDS = `/v2/spot/bids?${PROJECT}`;

/** Starts a market with one variant. */
function reading(text: string): Promise<Caller> {
  return openMarket({ variants: parseVariants(text) });
}

/** Reads all rows of a paged list, whichever way a page ends. */
async function readAll<Of extends z.ZodType>(caller: Caller, path: string, of: Of): Promise<z.output<Of>[]> {
  const Page = z.union([
    z.array(of).transform((data) => ({ data, next_cursor: null })),
    z.object({ data: z.array(of), next_cursor: z.string().nullish() }),
  ]);
  const rows: z.output<Of>[] = [];
  let query = '';
  for (let page = 0; page < 20; page++) {
    const told = await caller.get(`${path}${query}`);
    expect(told.status).toBe(200);
    const { data, next_cursor } = Page.parse(told.body);
    rows.push(...data);
    if (next_cursor == null || next_cursor === '') return rows;
    query = `&next_cursor=${next_cursor}`;
  }
  throw new Error('The list has no end.');
}

test('the defaults are the first of each row, and the table has the meaning of each point', () => {
  expect(Object.entries(defaultVariants)).toEqual(variantTable.map(({ id, choices }) => [id, choices[0]]));
  for (const { meaning, choices } of variantTable) {
    expect(meaning).toMatch(/\(sections? \d/);
    expect(choices.length).toBeGreaterThan(1);
  }
});

test('variants may be written with commas and blanks in any number', () => {
  expect(parseVariants(' last-page = empty,, volumes=extend,')).toEqual({
    ...defaultVariants,
    'last-page': 'empty',
    volumes: 'extend',
  });
  expect(parseVariants('')).toEqual(defaultVariants);
});

test.each([
  ['last-page=maybe', 'The reading last-page can\'t be "maybe". It is one of: null, absent, empty.'],
  ['volumes', 'The reading volumes can\'t be "". It is one of: replace, extend.'],
  ['colour=red', 'There is no reading "colour". Readings are: last-page, list-shape'],
  ['__proto__=x', 'There is no reading "__proto__".'],
])('the variant %s is rejected with the allowed ones', (text, sentence) => {
  expect(() => parseVariants(text)).toThrow(MarketFailure);
  expect(() => parseVariants(text)).toThrow(sentence);
});

test.each([
  ['last-page=null', { next_cursor: null }],
  ['last-page=empty', { next_cursor: '' }],
  ['last-page=absent', {}],
])('%s is how the last page ends', async (text, end) => {
  await using caller = await reading(text);
  const { data: _, ...rest } = z.looseObject({ data: z.unknown() }).parse((await caller.get(BIDS)).body);
  expect(rest).toEqual(end);
});

test('list-shape=array returns all rows as a bare array', async () => {
  await using caller = await openMarket({ variants: parseVariants('list-shape=array'), instances: 300 });
  const told = await caller.get(`/v2/instances?${PROJECT}&limit=10`);
  expect(z.array(instanceRow()).parse(told.body)).toHaveLength(300);
});

const refusals: readonly (readonly [string, string, (told: ReceivedAnswer) => unknown, unknown])[] = [
  ['fastapi', 'application/json', (told) => told.body, { detail: 'Bid bid_x not found' }],
  ['message', 'application/json', (told) => told.body, { message: 'Bid bid_x not found' }],
  [
    'error-object',
    'application/json',
    (told) => told.body,
    { error: { code: 'not_found', message: 'Bid bid_x not found' } },
  ],
  ['text', 'text/plain; charset=utf-8', (told) => told.text, 'Bid bid_x not found\n'],
  ['html', 'text/html; charset=utf-8', (told) => told.text, expect.stringContaining('<h1>404 Not Found</h1>')],
  ['empty', 'text/plain; charset=utf-8', (told) => told.text, ''],
];

test.each(refusals)('error-body=%s', async (shape, type, read, wanted) => {
  await using caller = await reading(`error-body=${shape}`);
  const told = await caller.send('DELETE', '/v2/spot/bids/bid_x');
  expect([told.status, told.headers.get('Content-Type'), read(told)]).toEqual([404, type, wanted]);
});

test('error-body=message has the issues and their fields in one sentence', async () => {
  await using caller = await reading('error-body=message');
  const told = await caller.send('POST', '/v2/spot/bids', { ...NEW_BID, name: undefined, instance_quantity: 0 });
  expect(told.body).toEqual({
    message: 'name: Field required; instance_quantity: Give a whole number of instances, at least 1.',
  });
});

test.each([
  ['409', 409],
  ['422', 422],
  ['400', 400],
])('volume-in-use=%s', async (choice, status) => {
  await using caller = await reading(`volume-in-use=${choice}`);
  const all = z.array(volumeRow()).parse((await caller.get(`/v2/volumes?${PROJECT}`)).body);
  const used = all.find(({ bids }) => bids.length > 0);
  expect((await caller.send('DELETE', `/v2/volumes/${used?.fid}`)).status).toBe(status);
});

test('volumes=extend adds the volumes of an update to the existing ones', async () => {
  await using caller = await reading('volumes=extend');
  const [ckpt, imagenet] = ['ckpt', 'imagenet'];
  const all = z.array(volumeRow()).parse((await caller.get(`/v2/volumes?${PROJECT}`)).body);
  const fidOf = (name: string) => all.find((volume) => volume.name === name)?.fid;
  const bids = await readAll(caller, BIDS, bidRow());
  const distill = bids.find(({ name }) => name === 'distill');
  const told = await caller.send('PATCH', `/v2/spot/bids/${distill?.fid}`, {
    volumes: [fidOf(imagenet), fidOf(ckpt)],
  });
  expect(bidRow().parse(told.body).launch_specification?.volumes).toEqual([fidOf(ckpt), fidOf(imagenet)]);
});

test('volumes-while-running=refused changes volumes only of a paused bid', async () => {
  await using caller = await reading('volumes-while-running=refused');
  const fid = (await readAll(caller, BIDS, bidRow())).find(({ name }) => name === 'render')?.fid;
  const path = `/v2/spot/bids/${fid}`;
  expect((await caller.send('PATCH', path, { volumes: [] })).status).toBe(422);
  expect((await caller.send('PATCH', path, { paused: true })).status).toBe(200);
  expect((await caller.send('PATCH', path, { volumes: [] })).status).toBe(200);
});

test('unknown-parameter=ignore accepts undocumented parameters, in query and body', async () => {
  await using caller = await reading('unknown-parameter=ignore');
  expect((await caller.get(`${BIDS}&colour=red`)).status).toBe(200);
  const body = { ...NEW_BID, priority: 1, launch_specification: { volumes: [], ssh_keys: [], image: 'x' } };
  expect((await caller.send('POST', '/v2/spot/bids', body)).status).toBe(201);
});

test('cancelled-bids=leave and cancel-again=204: a cancelled bid is gone, and cancelling again succeeds', async () => {
  await using caller = await reading('cancelled-bids=leave,cancel-again=204');
  const bids = await readAll(caller, BIDS, bidRow());
  expect(bids.map(({ status }) => status)).not.toContain('Terminated');
  for (let n = 0; n < 2; n++) {
    expect((await caller.send('DELETE', `/v2/spot/bids/${bids[0]?.fid}`)).status).toBe(204);
  }
  expect(await readAll(caller, BIDS, bidRow())).toHaveLength(bids.length - 1);
});

test.each([
  ['timestamps=offset', /"created_at":"[^"]*\+00:00"/],
  ['timestamps=minus-offset', /"created_at":"[^"]*-00:00"/],
  ['price-sign=none', /"limit_price":"\d+\.\d\d"/],
  ['unknown-status=on', /"status":"Migrating"/],
  ['extra-members=on', /"attachments":\[/],
])('%s shows in the rows', async (text, pattern) => {
  await using caller = await reading(text);
  expect((await caller.get(BIDS)).text).toMatch(pattern);
  await using usual = await openMarket();
  expect((await usual.get(BIDS)).text).not.toMatch(pattern);
});

test.each([
  ['sort-values=refused', '&sort_by=created_at', 422],
  ['sort-values=refused', '&sort_dir=asc', 422],
  ['page-limit=refused', '&limit=100', 422],
  ['page-limit=20', '&limit=21', 422],
  ['page-limit=20', '&limit=20', 200],
  ['filters=refused', '&region=eu-west4-a', 422],
])('with %s the bids with %s are answered %i', async (text, query, status) => {
  await using caller = await reading(text);
  expect((await caller.get(`${BIDS}${query}`)).status).toBe(status);
});
