import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { answer } from '../driver/answer.ts';
import { node, program } from '../driver/built.ts';
import { closeAfterTest, openConsoleInShell, openMarket } from '../driver/console.ts';
import { freshHome } from '../driver/environment.ts';
import { openTerminal } from '../driver/terminal.ts';
import { soon } from '../driver/time.ts';
import { calm, openWire } from '../faults/wire.ts';
import { STILL } from './service.ts';

const DEMO = ['demo', '--strict', '--db', ':memory:', '--seed', '7', '--speed', '0'];
const WHOLE = { canonical: true, echo: true, signals: true };

test.each(['q', 'Ctrl-C'] as const)('%s ends the console and restores the terminal', async (key) => {
  const console = await openConsoleInShell({ args: DEMO });
  await console.seeLoaded('14 bids');
  console.press(key);
  expect(await console.aftermath()).toEqual({ status: 0, ...WHOLE });
  expect(console.modes().changed).toEqual([]);
});

test('Ctrl-C keeps an unsaved secret, and a second Ctrl-C quits', async () => {
  const console = await openConsoleInShell({ args: DEMO });
  await console.seeLoaded('14 bids');
  console.type('5nfleeting\r');
  console.press('Ctrl-S');
  await console.see('review');
  await answer(console, 'Enter');
  await console.see('This is shown only once');
  console.press('Ctrl-C');
  await console.see('The secret on screen cannot be shown again.');
  console.press('Esc');
  await console.see('This is shown only once');
  console.press('Ctrl-C', 'Ctrl-C');
  expect(await console.aftermath()).toEqual({ status: 0, ...WHOLE });
  await console.gone('fkey_');
});

test.each(['SIGTERM', 'SIGHUP'] as const)('%s restores the terminal', async (signal) => {
  const console = await openConsoleInShell({ args: DEMO });
  await console.seeLoaded('14 bids');
  console.kill(signal);
  expect(await console.aftermath()).toMatchObject(WHOLE);
  expect(console.modes().changed).toEqual([]);
});

test('a crash restores the terminal, names its report, and reveals no secret', async () => {
  const market = await openMarket(STILL);
  const fault = fileURLToPath(new URL('planted-fault.mjs', import.meta.url));
  const console = await openConsoleInShell({ args: [], env: { ...market.env, NODE_OPTIONS: `--import=${fault}` } });
  await console.seeLoaded('14 bids');
  console.kill('SIGUSR2');
  expect(await console.aftermath()).toMatchObject({ status: 1, ...WHOLE });
  expect(console.modes().changed).toEqual([]);
  await console.see('spotdeck crashed. The report is in');
  const folder = join(console.home, '.local', 'state', 'spotdeck');
  const [report = ''] = readdirSync(folder).filter((name) => name.startsWith('crash-'));
  await console.see(report);
  const text = readFileSync(join(folder, report), 'utf8');
  expect(statSync(join(folder, report)).mode & 0o777).toBe(0o600);
  expect(text).toContain('planted fault');
  expect(text).not.toContain(market.token);
});

test.each(['drawing', 'writing'])('a crash while %s a frame does too', async (where) => {
  const market = await openMarket(STILL);
  const fault = fileURLToPath(new URL('planted-fault.mjs', import.meta.url));
  const env = { ...market.env, NODE_OPTIONS: `--import=${fault}`, PLANTED_FAULT: where };
  const console = await openConsoleInShell({ args: [], env });
  await console.seeLoaded('14 bids');
  // The journal is opened last: a fault in the start is reported as one.
  const journal = join(console.home, '.local', 'share', 'spotdeck', 'journal.db');
  await soon(() => expect(existsSync(journal)).toBe(true));
  console.press('j');
  await console.seeSelected('Bids', 'sweep-c');
  // With a dialog open each frame is drawn and written as a whole, also that of the next second.
  console.press('?');
  await console.see('Search');
  console.kill('SIGUSR2');
  expect(await console.aftermath()).toMatchObject({ status: 1, ...WHOLE });
  expect(console.modes().changed).toEqual([]);
  await console.see('spotdeck crashed. The report is in');
  expect(console.screen().join('\n')).not.toContain('planted fault');
});

test('Ctrl-Z returns to the shell, fg returns to the console, and its keys still work', async () => {
  const shell = openTerminal({ command: 'bash', args: ['--norc', '--noprofile', '-i'], columns: 160, rows: 45 });
  closeAfterTest(shell);
  shell.type(`'${node}' '${program}' ${DEMO.join(' ')}\n`);
  await shell.seeLoaded('14 bids');
  shell.press('Ctrl-Z');
  await shell.see('Stopped');
  shell.type('echo meanwhile\n');
  await shell.see(/^meanwhile/);
  expect(shell.modes()).toMatchObject({ alternateScreen: false, cursorVisible: true, focusEvents: false });
  shell.type('fg\n');
  await shell.seeLoaded('14 bids');
  shell.press('j');
  await shell.seeSelected('Bids', 'sweep-c');
  shell.press('q');
  await shell.gone('14 bids');
  shell.type('echo whole: $?\n');
  await shell.see('whole: 0');
  expect(shell.rowOf(/^whole: 0/), 'the shell goes on below what it wrote').toBeGreaterThan(shell.rowOf(/^meanwhile/));
});

test.skipIf(spawnSync('tmux', ['-V']).error !== undefined)(
  'when its terminal is gone the console ends by itself, and without a report of a crash',
  async () => {
    const home = freshHome();
    const server = `spotdeck-${process.pid}-vanish`;
    const tmux = (...args: readonly string[]): string =>
      execFileSync('tmux', ['-L', server, ...args], { env: home.env, encoding: 'utf8' });
    closeAfterTest({
      close: async () => {
        spawnSync('tmux', ['-L', server, 'kill-server'], { env: home.env });
        home.remove();
      },
    });
    tmux('new-session', '-d', '-x', '120', '-y', '32', node, program, ...DEMO);
    await soon(() => expect(tmux('capture-pane', '-p')).toContain('14 bids'));
    const pid = Number(tmux('display-message', '-p', '#{pane_pid}'));
    tmux('kill-server');
    const alive = (): boolean => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    await soon(() => expect(alive()).toBe(false));
    const left = readdirSync(join(home.folder, '.local/state'), { recursive: true }).map(String);
    expect(left.filter((name) => name.includes('crash'))).toEqual([]);
  },
);

test('q with a change under way waits for its answer, and the shell gets the outcome', async () => {
  const market = await openMarket(STILL);
  const wire = await openWire(market.origin);
  onTestFinished(() => wire[Symbol.asyncDispose]());
  const answers: (() => void)[] = [];
  wire.fault(
    async (struck) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      await calm(struck);
    },
    { match: ({ method }) => method === 'PATCH' },
  );
  const env = { ...market.env, SPOTDECK_BASE_URL: wire.origin };
  const console = await openConsoleInShell({ args: [], env });
  await console.seeLoaded('14 bids');
  await console.pane('bids').select('sweep-c').do('pause-bid');
  await console.see('pausing');
  console.press('q');
  await console.see('Waiting for the answer to: Pause sweep-c');
  await console.see('Ctrl-c leaves it unknown');
  for (const go of answers) go();
  expect(await console.aftermath()).toEqual({ status: 0, ...WHOLE });
  await console.see('Paused sweep-c.');
});

test('Ctrl-C while it waits ends at once, and the shell is told that the outcome is unknown', async () => {
  const market = await openMarket(STILL);
  const wire = await openWire(market.origin);
  onTestFinished(() => wire[Symbol.asyncDispose]());
  wire.fault(() => new Promise<void>(() => undefined), { match: ({ method }) => method === 'PATCH' });
  const env = { ...market.env, SPOTDECK_BASE_URL: wire.origin };
  const console = await openConsoleInShell({ args: [], env });
  await console.seeLoaded('14 bids');
  await console.pane('bids').select('sweep-c').do('pause-bid');
  await console.see('pausing');
  console.press('q');
  await console.see('Waiting for the answer to: Pause sweep-c');
  console.press('Ctrl-C');
  expect(await console.aftermath()).toEqual({ status: 0, ...WHOLE });
  await console.see(/Pause sweep-c: The request was stopped before its answer came\. The outcome is unknown/);
});

test('Ctrl-C in the midst of many changes sends no more of them, and the shell is told which were not sent', async () => {
  const market = await openMarket(STILL);
  const wire = await openWire(market.origin);
  onTestFinished(() => wire[Symbol.asyncDispose]());
  wire.fault(() => new Promise<void>(() => undefined), { match: ({ method }) => method === 'PATCH' });
  const env = { ...market.env, SPOTDECK_BASE_URL: wire.origin };
  const console = await openConsoleInShell({ args: [], env });
  await console.seeLoaded('14 bids');
  console.do('mark-shown');
  console.do('pause-bid');
  await console.see('▸ Type 12 and press Enter to confirm');
  console.type('12');
  await console.see('> 12');
  console.press('Enter');
  await console.see('pausing');
  console.press('q');
  await console.see('4 more changes are not sent yet, and will be: Ctrl-c leaves them unsent.');
  console.press('Ctrl-C');
  expect(await console.aftermath()).toEqual({ status: 0, ...WHOLE });
  await console.see(/4 changes were not sent: pause \S+, \S+, \S+, and 1 more\./);
  expect(wire.asked.filter(({ method }) => method === 'PATCH')).toHaveLength(8);
});
