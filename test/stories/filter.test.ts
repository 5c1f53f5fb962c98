import { expect, test } from 'vitest';
import { openConsole } from '../driver/console.ts';
import { openScript } from './script.ts';

const DEMO = { args: ['demo', '--db', ':memory:', '--seed', '7', '--speed', '0'] };

test('a filter narrows the rows, highlights matches, reports errors, and comes back with the arrow', async () => {
  const console = await openConsole(DEMO);
  await console.seeLoaded('14 bids');
  console.type('/price>20 !eu');
  await console.seeRows('1 Bids', [/pretrain-b200/, /train-llama/]);
  await console.see('2 of 14');
  console.type(' trllama\r');
  await console.see('1 of 14');
  const row = console.rowOf('train-llama');
  expect(console.styleAt(row, 'tr').underline).toBe(true);
  expect(console.styleAt(row, 'allocated').underline).toBe(false);
  console.press('Esc');
  await console.see('1 Bids ─ 14');
  console.type('/age<');
  await console.see('Character 5: Give a time such as 90s, 15m, 2h, 3d or 1w after age<.');
  await console.see('14 of 14');
  console.press('Up');
  await console.see('/ price>20 !eu trllama');
  await console.see('1 of 14');
  console.press('Esc');
  await console.see('1 Bids ─ 14 ─ status');
});

test('the command line points at the error, and takes the headers for filter, sort and columns', async () => {
  const script = await openScript();
  expect(await script.run(['get', 'bids', '--filter', 'price>>2'])).toEqual({
    code: 2,
    out: '',
    err: "The filter can't be read: Give a price such as 2.50 after price>.\nprice>>2\n      ^\n",
  });
  for (const filter of ['"unclosed', 'status:', '()'])
    expect(await script.run(['get', 'bids', '--filter', filter])).toMatchObject({ code: 2, out: '' });
  const { code, out } = await script.run([
    ...[...'get volumes --filter kind:block --sort -size --columns'.split(' '), 'name,kind,in-use-by', '-o', 'ndjson'],
  ]);
  expect(code).toBe(0);
  expect(out.trim().split('\n')).toHaveLength(3);
  const sorted = await script.run(['get', 'bids', '--sort', '-limit', '--columns', 'name,LIMIT,cost/h', '-o', 'csv']);
  expect(sorted.out.split(/\r?\n/).slice(0, 2)).toEqual([
    'name,limit,cost/h',
    expect.stringMatching(/^pretrain-b200,/),
  ]);
  expect((await script.run(['get', '--help'])).out).toMatch(/volumes +name, size, interface = kind, region/);
});

test.each([
  [['get', 'bids', '--filter', 'statsu:open'], 'Did you mean status?'],
  [['get', 'instances', '--filter', 'regoin:eu'], 'Did you mean region?'],
  // Neither gpu nor gpu-memory, which get does not read.
  [['get', 'bids', '--filter', 'gpuu:5'], /There are: name, status, (?!.*gpu).*\. Put/],
  [
    ['get', 'bids', '--filter', 'gpu<5'],
    'gpu is read from the machines, which this command does not do.\nspotdeck top',
  ],
  [
    ['get', 'bids', '--filter', 'since<90m'],
    'since is read from the journal, which this command does not do.\nspotdeck why NAME',
  ],
  [['get', 'bids', '--columns', 'name,since'], 'since is read from the journal'],
  [['get', 'bids', '--columns', 'nmae'], 'Bids have no column "nmae".\nDid you mean name?'],
  [['watch', '--filter', 'outcom:lost'], 'Did you mean outcome?'],
  [['top', '--filter', 'idel>10m'], 'Did you mean idle?'],
  [['bid', 'update', '--filter', 'statsu:open', '--limit-price', '$2', '--yes'], 'Did you mean status?'],
])('a column that does not exist is refused with the nearest name and exit code 2: %j', async (words, why) => {
  const { code, out, err } = await (await openScript()).run(words);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(why);
});
