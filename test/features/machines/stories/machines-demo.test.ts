import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { answer } from '../../../driver/answer.ts';
import { openConsole, openMarket } from '../../../driver/console.ts';
import { openDemo } from '../../../driver/demo.ts';
import { listenOnLoopback } from '../../../driver/loopback.ts';
import { descendantsOf } from '../../../driver/processes.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { openScript } from '../../../stories/script.ts';
import { STILL } from '../../../stories/service.ts';
import { ALL, OF_BID, openMachines } from './demo-machines.ts';

test('m shows the machines of a bid at work, again all, and says that they are simulated; m or Esc goes back', async () => {
  const console = await openDemo();
  await console.pane('bids').select('pretrain-b200').do('machines');
  await console.see(OF_BID);
  await console.see(/pretrain-b200-0 .*\d%/);
  console.do('machines');
  await console.see(/finetune-mistral-0 .*\d%/);
  await console.see(/eval-night-1 .*no key/);
  await console.see(/render-2 .*driver/);
  console.do('machines');
  await console.see('1 Bids ─ 14');
  console.do('machines');
  await console.see(OF_BID);
  console.press('Esc');
  await console.see(ALL);
  console.press('Esc');
  await console.see('1 Bids ─ 14');
});

test('the detail of a machine has its GPUs, processes and host, and says that it is simulated', async () => {
  const console = await openDemo();
  await openMachines(console);
  console.type('/finetune-mistral-2\r');
  await console.see(/SIMULATED ─ \d+ of \d+/);
  console.press('Enter');
  await console.see('(simulated)');
  await console.see(/python3/);
});

test('nothing logs in to a simulated machine: no ssh is started, no connection opened, and nothing is left after q', async () => {
  const server = createServer();
  const port = await listenOnLoopback(server);
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    socket.destroy();
  });
  onTestFinished(() => void server.close());
  const folder = join(newPath(), '..');
  const started = join(folder, 'started');
  writeFileSync(join(folder, 'ssh'), `#!/bin/sh\necho "$@" >> ${started}\n`, { mode: 0o755 });
  const console = await openDemo({
    args: ['--ssh', `127.0.0.1:${port}`, '--reach', 'off'],
    env: { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` },
  });
  await openMachines(console);
  await console.see(/eval-night-1 .*no key/);
  expect(descendantsOf(console.pid)).toEqual([]);
  // From Machines q goes back.
  console.press('q');
  await console.gone('m Machines');
  console.do('quit');
  expect(await console.ended()).toEqual({ code: 0, signal: null });
  expect([existsSync(started), connections]).toEqual([false, 0]);
});

test.each([
  ['the flag', ['--machines', 'off'], {}],
  ['the variable', [], { SPOTDECK_MACHINES: 'off' }],
] as const)('%s leaves machines out of the demo until m asks for them', async (_, args, env) => {
  const console = await openDemo({ args, env });
  await console.pane('instances').do('zoom');
  await console.see(/train-llama-0 +● running/);
  expect(console.screen().join('\n')).not.toMatch(/\d%|IDLE/);
  await console.pane('instances').select('train-llama-0').do('machines');
  await console.see(/train-llama-0 .*\d%/);
  await console.see('SIMULATED');
  expect(console.screen().join('\n')).not.toContain('over SSH');
});

test.each([
  ['the option', { args: ['--screen-reader'] }],
  ['the variable of Ink', { env: { INK_SCREEN_READER: 'true' } }],
])('a screen reader hears the machines in words, with %s', async (_, given) => {
  const console = await openDemo({ ...given, rows: 60 });
  await openMachines(console);
  await console.see(/finetune-mistral-2.* 0%/);
  expect(console.screen().join('\n')).not.toMatch(/[\u2800-\u28ff▁-█]/u);
});

test('addresses for documentation, as the market has them, are never tried', async () => {
  const market = await openMarket(STILL);
  const console = await openConsole({ args: ['--machines', 'all'], env: market.env });
  await console.seeLoaded('14 bids');
  await console.see(/pretrain-b200-0 .*bad addr/);
  expect(descendantsOf(console.pid)).toEqual([]);
});

test('/idle>30m * p p in Instances pauses the bid whose job hangs, and u brings it back', async () => {
  const console = await openDemo({ args: ['--machines', 'all'], columns: 160, rows: 45 });
  console.do('pane-instances');
  console.type('/idle>30m bid:finetune\r');
  await console.see('4 of 38');
  console.do('mark-shown');
  await console.see('4 marked');
  console.press('p');
  await console.see('▸ p again: pause finetune-mistral, 4 running instances stop ($86.60/h).');
  console.press('p');
  await console.see('Paused finetune-mistral.');
  await console.see(/finetune-mistral +‖ paused/);
  console.do('undo');
  await console.see('finetune-mistral: resume it');
  await answer(console, 'y');
  await console.see('Resumed finetune-mistral.');
});

describe('spotdeck top', () => {
  test.each<[readonly string[], RegExp]>([
    [['nothing'], /^No bid or instance is named nothing\.\n/],
    [['--sort', 'colour'], /^Machines have no column "colour"\.\nThere are: machine, /],
    [['--filter', 'gpu>'], /^The filter can't be read: /],
    [['--output', 'xml'], /xml/],
  ])('ends with 2 for wrong usage: %j', async (args, err) => {
    const { run } = await openScript();
    expect(await run(['top', ...args])).toMatchObject({ code: 2, out: '', err: expect.stringMatching(err) });
  });

  test('ends with 3 without a valid token, and with 4 without the service', async () => {
    const { run } = await openScript();
    expect((await run(['top'], { SPOTDECK_TOKEN: 'fkey_wrong' })).code).toBe(3);
    expect((await run(['top'], { SPOTDECK_BASE_URL: 'http://127.0.0.1:1' })).code).toBe(4);
  });
});
