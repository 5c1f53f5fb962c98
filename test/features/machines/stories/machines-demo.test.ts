import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDemo } from '../../../driver/demo.ts';
import { listenOnLoopback } from '../../../driver/loopback.ts';
import { descendantsOf } from '../../../driver/processes.ts';
import { newPath } from '../../../journal/snapshots.ts';
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
