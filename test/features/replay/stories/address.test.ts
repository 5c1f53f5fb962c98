import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openConsole, openMarket } from '../../../driver/console.ts';
import { passes } from '../../../driver/time.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { STILL } from '../../../stories/service.ts';

const filesBelow = (folder: string): readonly { readonly path: string; readonly text: string }[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ path, text: readFileSync(path, 'latin1') }));

test('a password in the address is in no recording, and in nothing that the console keeps', async () => {
  const market = await openMarket(STILL);
  const recording = newPath();
  const console = await openConsole({
    args: ['--record', recording],
    env: { ...market.env, SPOTDECK_BASE_URL: market.origin.replace('://', '://me:s3cret@') },
  });
  await console.seeLoaded('14 bids');
  await console.until('every list is recorded', () => readFileSync(recording, 'utf8').includes('"list":"apiKeys"'));
  await passes(5000);
  console.do('quit');
  expect(await console.ended()).toEqual({ code: 0, signal: null });
  expect(readFileSync(recording, 'utf8').includes(market.origin), 'the address without it is recorded').toBe(true);
  const files = [...filesBelow(console.home), { path: recording, text: readFileSync(recording, 'utf8') }];
  expect(
    files.some(({ path }) => path.includes('/past/')),
    'the past is kept',
  ).toBe(true);
  expect(files.filter(({ text }) => text.includes('s3cret')).map(({ path }) => path)).toEqual([]);
});
