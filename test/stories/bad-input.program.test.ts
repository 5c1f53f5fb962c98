import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tapTwice } from '../driver/answer.ts';
import { node, program } from '../driver/built.ts';
import { openConsoleInShell, openMarket } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import { freshHome } from '../driver/environment.ts';
import { openMarketProgram } from '../driver/market-program.ts';
import { STILL } from './service.ts';

test('a service that goes away leaves its rows on screen, with their age, and the console is live again when it returns', async () => {
  const market = await openMarketProgram();
  const console = await openDemo({ service: market });
  await console.pane('bids').select('finetune-mistral').focus();
  market.kill('SIGKILL');
  await console.see('▲ stale');
  await console.see('not refreshed since');
  await console.see(/pretrain-b200\s+● allocated/);
  await tapTwice(console, 'p');
  await console.see(/did not|could not|refused/);
  await console.see(/finetune-mistral\s+● allocated/);
  await openMarket({ ...STILL, port: Number(new URL(market.origin).port), token: market.token });
  await console.see('● live', { timeout: 20_000 });
  await console.gone('not refreshed since');
  await console.seeSelected('Bids', 'finetune-mistral');
});

test('an unusable market file is reported with :memory: as the alternative, and the terminal is restored', async () => {
  const home = freshHome();
  const blocked = join(home.folder, 'a-file');
  writeFileSync(blocked, '');
  const args = ['demo', '--db', join(blocked, 'market.db')];
  const console = await openConsoleInShell({ args, columns: 300, started: () => true });
  expect(await console.aftermath()).toMatchObject({ status: 1, canonical: true, echo: true });
  await console.see('Give another file, or --db :memory:');
  expect(console.modes().changed).toEqual([]);
});

test('an old Node gets one clear sentence', () => {
  const old = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.20.2"})';
  const { status, stderr } = spawnSync(node, ['--import', old, program, '--version'], { encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toBe(
    'spotdeck needs Node 22.13 or newer, and this is Node 20.20.2. Install a newer Node and start it again.\n',
  );
});
