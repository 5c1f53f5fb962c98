import { expect, onTestFinished, test } from 'vitest';
import { type SeenRequest, serve } from '../api/serving.ts';
import type { Market } from '../driver/console.ts';
import type { ProgramEnd } from './ran-as.ts';
import { openScript } from './script.ts';

type Lists = {
  readonly bids?: readonly object[];
  readonly instances?: readonly object[] | 'broken';
  /** Whether the list of bids returns the same page again and again. */
  readonly repeats?: boolean;
};

type Service = {
  readonly run: (...args: readonly string[]) => Promise<ProgramEnd>;
  /** Writes: method, path and body. */
  readonly changes: () => readonly SeenRequest[];
};

/** Service that returns exactly these rows. */
async function serviceOf({ bids = [], instances = [], repeats = false }: Lists): Promise<Service> {
  const service = await serve(({ method, path }, response) => {
    const rows = path.endsWith('/bids') ? bids : path.endsWith('/instances') ? instances : [];
    const body =
      method === 'GET'
        ? { data: rows, next_cursor: repeats && path.endsWith('/bids') ? 'again' : null }
        : { fid: decodeURIComponent(path.slice(path.lastIndexOf('/') + 1)), name: 'changed' };
    if (rows === 'broken') response.writeHead(500).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  onTestFinished(() => service[Symbol.asyncDispose]());
  const market: Market = {
    origin: service.url,
    project: 'p',
    token: 'a-token',
    env: { SPOTDECK_BASE_URL: service.url, SPOTDECK_TOKEN: 'a-token', SPOTDECK_PROJECT: 'p' },
    stop: async () => undefined,
  };
  const { run } = await openScript(market);
  return { run: (...args) => run(args), changes: () => service.seen.filter(({ method }) => method !== 'GET') };
}

test('a row is one line of a table, with any name and identifier', async () => {
  const bids = ['x\nforged', 'x\u001b[2J', 'x\u0085y', 'x\u2028y', 'x\u202ey'].map((text) => ({
    fid: `b${text}`,
    name: text,
  }));
  const { run } = await serviceOf({ bids });
  const { code, out } = await run('get', 'bids', '--columns', 'name,id');
  expect(code).toBe(0);
  expect(out.trimEnd().split('\n')).toHaveLength(1 + bids.length);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e]/);
  expect(out).toContain('bx\\u{a}forged');
});

test('JSON has every text in full, with characters that act on a terminal escaped', async () => {
  const bids = [{ fid: 'b\u009b1', name: 'x\u202e\u0007\n', extra: 'y'.repeat(10_000) }];
  const { run } = await serviceOf({ bids });
  for (const output of ['json', 'ndjson']) {
    const { out } = await run('get', 'bids', '-o', output);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e]/);
    expect([JSON.parse(out)].flat()).toEqual(bids);
  }
});

test('no cell of CSV begins with a character that a spreadsheet would run; --raw leaves the cells unchanged', async () => {
  const names = ['=1+1', '@SUM(1)', '+x', '-x', ' "=1', 'a;=1+1', '-5', '$2.50', 'plain'];
  const { run } = await serviceOf({ bids: names.map((name, n) => ({ fid: `b${n}`, name })) });
  const columns = ['get', 'bids', '-o', 'csv', '--columns', 'name', '--sort', 'id'];
  expect((await run(...columns)).out.split('\r\n').slice(1, -1)).toEqual([
    "'=1+1",
    "'@SUM(1)",
    "'+x",
    "'-x",
    `"'""=1"`,
    `"a;'=1+1"`,
    '-5',
    '$2.50',
    'plain',
  ]);
  const { out } = await run(...columns, '--raw');
  expect(out.split('\r\n').slice(1, -1)).toEqual([
    '=1+1',
    '@SUM(1)',
    '+x',
    '-x',
    '"""=1"',
    '"a;=1+1"',
    '-5',
    '$2.50',
    'plain',
  ]);
  expect(await run('get', 'bids', '--raw')).toMatchObject({ code: 2, err: expect.stringContaining('Only CSV') });
});

test('a list that ended early is printed as incomplete: a line on stderr and 1, unless --partial', async () => {
  const { run } = await serviceOf({ bids: [{ fid: 'b1', name: 'one' }], repeats: true });
  const { code, out, err } = await run('get', 'bids', '--columns', 'name');
  expect([code, out]).toEqual([1, 'NAME\none\n']);
  expect(err).toBe('Bids: The service repeated a page, so the list ends there and rows may be missing.\n');
  expect(await run('get', 'bids', '--columns', 'name', '--partial')).toEqual({ code: 0, out, err });
  expect(await run('get', 'bids', 'two')).toMatchObject({
    code: 1,
    err: 'No bid is named two in the part of the list that could be read.\nBids: The service repeated a page, so the list ends there and rows may be missing.\n',
  });
});

test('unreadable rows and cells are reported, and end get with 1; a row with an identifier is there', async () => {
  const { run } = await serviceOf({ bids: [{ fid: 'b1', name: 'one' }, { fid: 'b2', status: 7 }, { name: 'none' }] });
  const { code, out, err } = await run('get', 'bids', '-o', 'ndjson');
  expect([code, out.split('\n')]).toEqual([
    1,
    ['{"fid":"b2","name":null,"status":7}', '{"fid":"b1","name":"one"}', ''],
  ]);
  expect(err).toBe(
    'Bids: 1 row could not be read, because it has no identifier. 1 row could only be read in part, because status is not text.\n',
  );
  const table = await run('get', 'bids', '--columns', 'id,status', '-o', 'csv');
  expect(table.out).toBe('id,status\r\nb2,?\r\nb1,\r\n');
});

test('an unreadable list to join with leaves its columns blank, and a filter on them is refused', async () => {
  const { run } = await serviceOf({ bids: [{ fid: 'b1', name: 'one', instance_quantity: 4 }], instances: 'broken' });
  const args = ['get', 'bids', '--columns', 'name,run,region', '-o', 'csv'];
  const { code, out, err } = await run(...args);
  expect([code, out]).toEqual([0, 'name,run,region\r\none,,\r\n']);
  expect(err).toBe('Instances: The service failed (status 500). Columns that need it are blank.\n');
  expect((await run(...args, '--filter', 'one')).code).toBe(1);
});

test('in a list that ended early a bid is only changed by its identifier: another one may have its name', async () => {
  const { run, changes } = await serviceOf({ bids: [{ fid: 'b1', name: 'one', status: 'Open' }], repeats: true });
  const byName = await run('bid', 'pause', 'one');
  expect(byName).toMatchObject({ code: 1, err: expect.stringContaining('Another bid may be named one too') });
  expect(await run('bid', 'pause', 'two')).toMatchObject({
    code: 1,
    err: expect.stringContaining('No bid is named two in the part of the list that could be read.'),
  });
  expect(changes()).toEqual([]);
  expect((await run('bid', 'pause', 'b1')).code).toBe(0);
  expect(changes()).toMatchObject([{ method: 'PATCH', path: '/v2/spot/bids/b1' }]);
});

test('next to a row with unreadable cells a bid is changed by its name, unless that row has the same, and so is that row', async () => {
  const bids = [
    { fid: 'b1', name: 'one', status: 'Open' },
    { fid: 'b2', name: 'two', status: 'Open' },
    { fid: 'b3', name: 'two', status: 7 },
    { fid: 'b4', name: 'odd', status: 'Open', created_by: {}, created_at: 5, region: {}, limit_price: 5 },
  ];
  const { run, changes } = await serviceOf({ bids });
  expect((await run('bid', 'pause', 'one')).code).toBe(0);
  expect((await run('bid', 'pause', 'two')).err).toContain('2 bids are named two.');
  expect((await run('bid', 'pause', 'odd')).code).toBe(0);
  expect((await run('bid', 'cancel', 'b4', '--yes')).code).toBe(0);
  expect(changes().map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PATCH /v2/spot/bids/b1',
    'PATCH /v2/spot/bids/b4',
    'DELETE /v2/spot/bids/b4',
  ]);
});

test('a bid with a strange identifier is changed by it, in the form of the service or of the table', async () => {
  const bids = ['b\n1', 'b\u200b1'].map((fid) => ({ fid, name: 'same', status: 'Open' }));
  const { run, changes } = await serviceOf({ bids });
  for (const word of ['b\n1', 'b\\u{200b}1']) expect((await run('bid', 'pause', word)).code).toBe(0);
  expect(changes().map(({ path }) => decodeURIComponent(path))).toEqual([
    '/v2/spot/bids/b\n1',
    '/v2/spot/bids/b\u200b1',
  ]);
});
