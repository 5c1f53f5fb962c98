import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { answer } from '../driver/answer.ts';
import { node, program } from '../driver/built.ts';
import { closeAfterTest, openConsoleInShell } from '../driver/console.ts';
import { openTerminal, type Terminal } from '../driver/terminal.ts';
import { openScript } from './script.ts';

const DEMO = ['demo', '--strict', '--db', ':memory:', '--seed', '7', '--speed', '0'];
const stray = fileURLToPath(new URL('stray-writer.mjs', import.meta.url));
const ownLogOf = (home: string): string =>
  readFileSync(join(home, '.local', 'state', 'spotdeck', 'console.log'), 'utf8');

/** What the screen shows but for ages, trends and whether the last answer was late, which go on by themselves, and the room that they take. */
const still = (screen: Terminal): readonly string[] =>
  screen.screen().map((row) =>
    row
      .replace(/(?:● live|▲ stale) /g, '')
      .replace(/\d+(?:ms|[smhd])\b/g, 'T')
      .replace(/[\u2800-\u28ff]+/g, ' ')
      .replace(/[ ─]+/g, ' '),
  );

/** Starts the console from the shell, as its job; answers with its process. */
async function openIn(shell: Terminal): Promise<number> {
  shell.type(`sh -c 'echo $$ >"$HOME/pid"; exec "$0" "$@"' '${node}' '${program}' ${DEMO.join(' ')}\n`);
  await shell.seeLoaded('14 bids');
  return Number(readFileSync(join(shell.home, 'pid'), 'utf8'));
}

test('output of libraries, threads and Node itself goes to the log while the console is on screen, not over the screen', async () => {
  const console = await openConsoleInShell({ args: DEMO, env: { NODE_OPTIONS: `--import=${stray}` } });
  await console.seeLoaded('14 bids');
  const before = console.mark();
  console.kill('SIGUSR2');
  await console.see('Node warns: certificates are not checked');
  console.press('j');
  await console.seeSelected('Bids', 'sweep-c');
  expect(console.since(before)).not.toContain('stray');
  console.press('q');
  expect(await console.aftermath()).toMatchObject({ status: 0 });
  const lines = ownLogOf(console.home)
    .split('\n')
    .map((line) => line.replace(/^\S+Z \d+ /, ''));
  expect(lines).toEqual(
    expect.arrayContaining([
      'stdout: stray stdout',
      'stderr: stray stderr',
      'stderr: of two lines',
      'stdout: stray bytes',
      'stderr: stray buffer',
      'DeprecationWarning: stray deprecation',
      'ExperimentalWarning: stray experiment',
      'stderr: Node warns: certificates are not checked',
    ]),
  );
});

test('commands print no warnings of Node but those about the machine', async () => {
  const { run, home } = await openScript();
  const warns = join(home.folder, 'warns.mjs');
  writeFileSync(
    warns,
    `const { write } = process.stdout;
    process.stdout.write = (...given) => {
      process.emitWarning('stray experiment', 'ExperimentalWarning');
      process.emitWarning('certificates are not checked');
      return write.apply(process.stdout, given);
    };`,
  );
  const got = await run(['get', 'bids'], { NODE_OPTIONS: `--import=${warns}` });
  expect(got).toMatchObject({ code: 0, err: 'Node warns: certificates are not checked\n' });
});

test('Ctrl-l redraws the whole screen after another program has written over it, also over a form', async () => {
  const shell = openTerminal({ command: 'bash', args: ['--norc', '--noprofile', '-i'], columns: 160, rows: 45 });
  closeAfterTest(shell);
  // Numbers of machines change by themselves.
  shell.type(`tty >"$HOME/tty"; '${node}' '${program}' ${DEMO.join(' ')} --machines off\n`);
  await shell.seeLoaded('14 bids');
  const tty = readFileSync(join(shell.home, 'tty'), 'utf8').trim();
  for (const over of ['panes', 'a form']) {
    if (over === 'a form') {
      shell.type('nhello');
      await shell.see(/Name\*\s+hello/);
    }
    const before = still(shell);
    appendFileSync(tty, `\u001b[5;20rBroadcast message${'\r\n'.repeat(50)}\u001b[?25hBroadcast message`);
    await shell.see('Broadcast message');
    shell.press('Ctrl-L');
    await shell.gone('Broadcast message');
    expect(still(shell), over).toEqual(before);
    expect(shell.modes()).toMatchObject({ alternateScreen: true, cursorVisible: false });
  }
  shell.press('Esc');
  await answer(shell, 'y');
  await shell.gone('y close, Esc back');
  shell.press('j');
  await shell.seeSelected('Bids', 'sweep-c');
});

test('stopped by SIGSTOP and continued with fg the console has its keys and its screen again', async () => {
  const shell = openTerminal({ command: 'bash', args: ['--norc', '--noprofile', '-i'], columns: 160, rows: 45 });
  closeAfterTest(shell);
  const pid = await openIn(shell);
  const before = still(shell);
  const modes = shell.modes();
  process.kill(pid, 'SIGSTOP');
  await shell.see('Stopped');
  // What people type when a terminal looks broken.
  shell.type('stty sane; reset; echo mean""while\n');
  await shell.see(/^meanwhile/);
  shell.type('fg\n');
  await shell.seeLoaded('14 bids');
  await shell.gone('meanwhile');
  expect(still(shell)).toEqual(before);
  expect(shell.modes()).toEqual(modes);
  shell.press('j');
  await shell.seeSelected('Bids', 'sweep-c');
  shell.press('Ctrl-Z');
  await shell.see('Stopped');
  shell.type('fg\n');
  await shell.seeLoaded('14 bids');
  shell.press('q');
  await shell.gone('14 bids');
  shell.type('echo whole: $?\n');
  await shell.see('whole: 0');
  expect(shell.modes()).toMatchObject({
    alternateScreen: false,
    cursorVisible: true,
    mouse: 'none',
    focusEvents: false,
  });
});

test('continued in the background it leaves the terminal to the shell until fg', async () => {
  const shell = openTerminal({ command: 'bash', args: ['--norc', '--noprofile', '-i'], columns: 160, rows: 45 });
  closeAfterTest(shell);
  await openIn(shell);
  shell.press('Ctrl-Z');
  await shell.see('Stopped');
  shell.type('bg; until jobs -s | grep -q .; do sleep 0.05; done; echo stopped a""gain\n');
  await shell.see(/^stopped again/);
  expect(shell.modes()).toMatchObject({ alternateScreen: false });
  shell.type('fg\n');
  await shell.seeLoaded('14 bids');
  shell.press('j');
  await shell.seeSelected('Bids', 'sweep-c');
});
