import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer } from '../driver/answer.ts';
import { openConsole } from '../driver/console.ts';

const DEMO = ['demo', '--db', ':memory:', '--seed', '7', '--speed', '0'];

test('q directly after the start ends it too', async () => {
  const console = await openConsole({ args: DEMO });
  console.press('q');
  expect(await console.ended()).toEqual({ code: 0, signal: null });
});

test('the world of the demo is kept over a restart', async () => {
  const first = await openConsole({ args: ['demo', '--speed', '0'] });
  await first.seeLoaded('14 bids');
  first.press('3');
  first.type('nkept\t10\tus-east1-b\tBlock');
  first.press('Ctrl-S');
  await first.see('review');
  await answer(first, 'Enter');
  // Other notices come with the past of the demo.
  await first.see(/Created the volume kept\.|done +Create kept|done: Create kept/);
  first.press('q');
  await first.ended();
  const data = join(first.home, '.local', 'share');
  const second = await openConsole({ args: ['demo', '--speed', '0'], env: { XDG_DATA_HOME: data } });
  await second.see(/kept\s+10 GB/);
  expect(statSync(join(data, 'spotdeck', 'market.db')).mode & 0o777).toBe(0o600);
});

test('an editor that fails leaves the text unchanged, and the console reports it', async () => {
  const console = await openConsole({
    args: ['demo', '--db', ':memory:', '--seed', '7', '--speed', '0'],
    env: { EDITOR: '/no/such/editor' },
  });
  await console.seeLoaded('14 bids');
  console.press('n', 'Up', 'Up');
  console.type('echo kept');
  console.press('Ctrl-E');
  await console.see('could not be started');
  await console.see('echo kept');
});
