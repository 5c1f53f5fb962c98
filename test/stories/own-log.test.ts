import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openMarket } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import { openScript } from './script.ts';
import { STILL } from './service.ts';

test('the console and its embedded market log their actions and errors to files, without the token', async () => {
  const demo = await openDemo();
  const folder = join(demo.home, '.local', 'state', 'spotdeck');
  demo.do('quit');
  await demo.ended();
  expect(readFileSync(join(folder, 'console.log'), 'utf8')).toMatch(
    /^\S+Z \d+ started: spotdeck \S+, Node \S+, \S+ 160 × 45\n\S+Z \d+ ended: code 0\n$/,
  );
  expect(readFileSync(join(folder, 'market.log'), 'utf8')).toMatch(
    /^\S+Z \d+ serves the console at http:\/\/127\.0\.0\.1:\d+\n$/,
  );
});

test('a service that went away is in the log of the console, and doctor shows the path of the log', async () => {
  const market = await openMarket(STILL);
  const console = await openDemo({ service: market });
  // The last of the lists: none breaks off.
  await console.see('in use here');
  await market.stop();
  await console.see('refused the connection');
  const log = join(console.home, '.local', 'state', 'spotdeck', 'console.log');
  const text = readFileSync(log, 'utf8');
  expect(text).toMatch(/^\S+Z \d+ (bids|instances): unreachable: refused$/m);
  expect(text).not.toContain(market.token);
  const script = await openScript();
  expect((await script.run(['doctor'])).out).toMatch(/^ok +logs +the program’s own, .*\/spotdeck$/m);
});
