import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answer } from '../driver/answer.ts';
import { type Console, openConsole, openMarket } from '../driver/console.ts';
import { createDaemon } from '../driver/daemon.ts';
import { hasSshd } from '../driver/sshd.ts';
import { soon } from '../driver/time.ts';
import { newPath } from '../journal/snapshots.ts';
import { openScript } from './script.ts';
import { STILL } from './service.ts';

/** Time for the end of everything that still runs, with that of a console on a busy machine, in milliseconds. */
const ENDS_MS = 1000 + 1000;

async function quits(console: Console, press = (): void => console.press('q')): Promise<void> {
  press();
  expect(await console.ended({ timeout: ENDS_MS })).toEqual({ code: 0, signal: null });
}

/** A market that stands still, and a console on it with a config file of these lines. */
async function openWith(lines: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const market = await openMarket({ ...STILL, sshDestination: '127.0.0.1:1' });
  const config = join(newPath(), '..', 'config.toml');
  writeFileSync(config, `${lines.join('\n')}\n`);
  const console = await openConsole({
    args: ['--reach', 'off'],
    env: { ...market.env, SPOTDECK_CONFIG: config, ...env },
  });
  await console.seeLoaded('14 bids');
  return console;
}

const commandOn = (script: string): readonly string[] => [
  ...['[[commands]]', 'name = "Own"', 'key = "w"', 'panes = ["bids"]'],
  `run = ["sh", "-c", ${JSON.stringify(script)}]`,
];

/** A PATH on which a program is this script. */
function pathWith(program: string, script: string): Readonly<Record<string, string>> {
  const folder = join(newPath(), '..', 'bin');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { PATH: `${folder}:${process.env['PATH']}` };
}

describe('q ends the console at once', () => {
  test.skipIf(!hasSshd)('while a program that ssh started holds its output open', async () => {
    const daemon = createDaemon();
    const market = await openMarket({ ...STILL, sshDestination: '127.0.0.1:1' });
    const options = ['-o', `ProxyCommand=${daemon.start} exec sleep 1000`];
    const console = await openConsole({
      args: ['--reach', 'off', '--machines', 'all'],
      env: { ...market.env, SPOTDECK_SSH_OPTIONS: JSON.stringify(options) },
    });
    await console.seeLoaded('14 bids');
    await soon(() => expect(daemon.started()).toBeGreaterThan(0));
    await quits(console);
  });

  test.for([
    ['runs and has started one that holds its output open', (daemon: string) => `${daemon} exec sleep 1000`],
    ['does not end on SIGTERM', (daemon: string) => `trap '' TERM; ${daemon} while :; do sleep 1000; done`],
  ] as const)('while a custom command %s', async ([, script]) => {
    const daemon = createDaemon();
    const console = await openWith(commandOn(script(daemon.start)));
    console.press('w');
    await soon(() => expect(daemon.started()).toBe(1));
    await quits(console);
  });

  test('after a custom command that left one behind with its output: it counts as done', async () => {
    const daemon = createDaemon();
    const console = await openWith(commandOn(`echo begun; ${daemon.start} exit 0`));
    console.press('w');
    await console.see(/Own: done after \ds\./);
    expect(daemon.started()).toBe(1);
    await quits(console);
  });

  test.for([
    ['has opened a window and holds its output open', (daemon: string) => `${daemon} echo %1`],
    ['does not answer', (daemon: string) => `${daemon} exec sleep 1000`],
  ] as const)('while a tmux %s', async ([, script]) => {
    const daemon = createDaemon();
    const console = await openWith([], { ...pathWith('tmux', script(daemon.start)), TMUX: '/nowhere,1,0' });
    await console.pane('instances').select('train-llama-0').do('ssh');
    await soon(() => expect(daemon.started()).toBeGreaterThan(0));
    console.press('q');
    await console.see('▸ y quit');
    await quits(console, () => console.press('y'));
  });

  test.for([
    ['holds its output open after its end', (daemon: string) => `${daemon} exit 0`],
    ['does not end', (daemon: string) => `${daemon} exec sleep 1000`],
  ] as const)('while a program that prints a token %s', async ([, script]) => {
    const daemon = createDaemon();
    const market = await openMarket(STILL);
    const program = join(newPath(), '..', 'vault');
    writeFileSync(program, `#!/bin/sh\n${script(daemon.start)}\n`, { mode: 0o755 });
    const console = await openConsole({ args: [], started: (screen) => screen.shows('Welcome to spotdeck') });
    console.press('c');
    await console.see(/▸ Address\*/);
    for (const text of [market.origin, market.project, 'program']) {
      console.type(text);
      console.press('Tab');
    }
    console.type(program);
    console.press('Ctrl-S');
    await soon(() => expect(daemon.started()).toBe(1));
    console.press('Esc', 'Esc');
    await answer(console, 'y');
    await console.see('Welcome to spotdeck');
    await quits(console);
  });
});

test('ssh --all ends with its commands, though a connection that ssh keeps for later holds their output open', async () => {
  const daemon = createDaemon();
  const market = await openMarket({ ...STILL, sshDestination: '127.0.0.1:1' });
  const { run } = await openScript();
  const env = { ...market.env, ...pathWith('ssh', `echo done; ${daemon.start} exit 0`) };
  const { code, out } = await run(['ssh', 'render', '--all', '--', 'true'], env);
  expect([code, out.trim().split('\n').toSorted()]).toEqual([
    0,
    ['render-0: done', 'render-1: done', 'render-2: done'],
  ]);
  expect(daemon.started()).toBe(3);
});
