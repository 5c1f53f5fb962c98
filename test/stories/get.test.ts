import { expect, test } from 'vitest';
import { openScript } from './script.ts';
import { asked, BIDS } from './service.ts';

test('get prints the columns of the console, or the requested ones in the requested order', async () => {
  const { run } = await openScript();
  const { code, out, err } = await run(['get', 'bids', '--columns', 'name,status,run', '--sort', '-name']);
  expect([code, err]).toEqual([0, '']);
  const lines = out.split('\n');
  expect(lines[0]).toMatch(/^NAME +STATUS +RUN$/);
  const names = lines.slice(1, -1).map((line) => line.split(/ +/)[0] ?? '');
  expect(names).toEqual(names.toSorted().toReversed());
  expect(out).toMatch(/^train-llama +\* allocated +8\/8$/m);
  expect(out).not.toMatch(/ $/m);
});

test('get --output json and ndjson are the rows as the service has them, with amounts as decimal texts beside their currency', async () => {
  const { run, market } = await openScript();
  const truth = (await asked(market, BIDS)).map(({ limit_price: price, ...row }) => ({
    ...row,
    limit_price: String(price).replace('$', ''),
    currency: '$',
  }));
  const byFid = (rows: readonly unknown[]) =>
    rows.map((row) => JSON.stringify(Object.entries(Object(row)).toSorted())).toSorted();
  const { out: json } = await run(['get', 'bids', '--output', 'json']);
  expect(byFid(JSON.parse(json))).toEqual(byFid(truth));
  const { out: lines } = await run(['get', 'bids', '-o', 'ndjson']);
  expect(
    byFid(
      lines
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ),
  ).toEqual(byFid(truth));
});

test('get --output csv quotes the cells that need it', async () => {
  const { run } = await openScript();
  const { out } = await run(['get', 'volumes', 'ckpt', '-o', 'csv', '--columns', 'name,use']);
  expect(out).toMatch(/^name,in use by\r\nckpt,"train-llama, distill, res_\w+"\r\n$/);
});

test('get narrows by name, identifier and filter, and names the columns and names that exist', async () => {
  const { run, market } = await openScript();
  const render = (await asked(market, BIDS)).find(({ name }) => name === 'render');
  const names = async (...args: readonly string[]): Promise<readonly string[]> =>
    (await run(['get', 'bids', ...args, '--columns', 'name'])).out.trimEnd().split('\n').slice(1);
  expect(await names('sweep-a', String(render?.['fid']), '--sort', 'name')).toEqual(['render', 'sweep-a']);
  expect(await names('--filter', 'status:paused')).toEqual(['distill']);
  expect(await names('--filter', 'nothing-like-it')).toEqual([]);
  expect(await run(['get', 'bids', 'swee'])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^No bid is named swee\.\nThere are: .*sweep-a/),
  });
  expect(await run(['get', 'bids', '--sort', 'colour'])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^Bids have no column "colour"\.\nThere are: name, status/),
  });
});

test('get and the changes refuse what only reading the machines could tell, and send nothing', async () => {
  const { run, market } = await openScript();
  const before = await asked(market, BIDS);
  const refused = {
    code: 2,
    out: '',
    err: 'gpu is read from the machines, which this command does not do.\nspotdeck top reads machines; the console shows them beside bids and instances.\n',
  };
  expect(await run(['get', 'instances', '--columns', 'name,gpu'])).toMatchObject(refused);
  expect(await run(['get', 'bids', '--sort', 'gpu'])).toMatchObject(refused);
  expect(await run(['get', 'instances', '--filter', 'gpu<5'])).toMatchObject(refused);
  expect(await run(['bid', 'update', '--filter', '!gpu>5', '--price', '9'])).toMatchObject(refused);
  expect(await asked(market, BIDS)).toEqual(before);
  const { out } = await run(['get', 'instances', '--limit', '1']);
  expect(out.split('\n')[0]).not.toMatch(/GPU|MEM|IDLE/);
});

test('get ends with 3 without a good token, with 4 when nobody answers, one line and a hint each', async () => {
  const { run, market } = await openScript();
  expect(await run(['get', 'bids'], { SPOTDECK_TOKEN: 'wrong' })).toMatchObject({ code: 3, out: '' });
  await market.stop();
  const { code, err } = await run(['get', 'bids']);
  expect(code).toBe(4);
  expect(err.split('\n')).toHaveLength(3);
});

test('get --output csv has words where the console has glyphs, for spreadsheets', async () => {
  const { run } = await openScript();
  const { out } = await run(['get', 'bids', 'render', 'sweep-c', '-o', 'csv', '--columns', 'name,status,cost']);
  expect(out).toBe('name,status,cost/h\r\nsweep-c,open,\r\nrender,allocated,$4.05\r\n');
});

test('the help of a command has its own options first, then the few settings that matter, and says where the others are', async () => {
  const { run } = await openScript();
  const { out } = await run(['get', '--help']);
  expect(out).toMatch(/--output[\s\S]*--profile/);
  expect(out).toContain('spotdeck help settings');
  expect(out).not.toMatch(/--base-url|--theme|--mouse|--refresh|600000/);
});
