import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openScript } from './script.ts';

describe('completions of the last word', () => {
  test.each([
    [
      ['bid', 'p'],
      ['pause', 'place'],
    ],
    [['wat'], ['watch']],
    [['get', 'vol'], ['volumes']],
    [['get', 'volumes', 'im'], ['imagenet']],
    [['bid', 'pause', 'sweep-a', 'rend'], ['render']],
    [
      ['ssh', 'render-'],
      ['render-0', 'render-1', 'render-2'],
    ],
    [
      ['top', 'render'],
      ['render', 'render-0', 'render-1', 'render-2'],
    ],
    [['volume', 'delete', 'scr'], ['scratch']],
    [['bid', 'place', '--limit'], ['--limit-price']],
    [['get', 'bids', '--output', 'c'], ['csv']],
    [['get', 'bids', '--status', 'Pa'], ['Paused']],
    [
      ['get', 'bids', '--sort-dir', ''],
      ['asc', 'desc'],
    ],
    [
      ['get', 'instances', '--bid', 'render', 'sweep-'],
      ['sweep-a', 'sweep-b', 'sweep-c'],
    ],
    [
      ['get', 'instances', '--bid', 'render', '--sort'],
      ['--sort', '--sort-by', '--sort-dir'],
    ],
    [['bid', 'nothing', 'x'], []],
  ])('%j', async (words, fitting) => {
    const { run } = await openScript();
    expect(await run(['complete', '--', ...words])).toEqual({
      code: 0,
      out: fitting.map((word) => `${word}\n`).join(''),
      err: '',
    });
  });

  test('names come from a private cache for a minute, and without a service there are none', async () => {
    const { run, market, home } = await openScript();
    await run(['complete', '--', 'bid', 'pause', 'rend']);
    const folder = join(home.folder, '.cache', 'spotdeck');
    for (const name of readdirSync(folder).filter((one) => one.startsWith('names-')))
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    await market.stop();
    expect((await run(['complete', '--', 'bid', 'pause', 'rend'])).out).toBe('render\n');
    expect(await run(['complete', '--', 'volume', 'delete', 'i'])).toEqual({ code: 0, out: '', err: '' });
  });
});
