import { expect, test } from 'vitest';
import { node, program } from '../driver/built.ts';
import { closeAfterTest, openConsoleInShell } from '../driver/console.ts';
import { openTerminal, type Terminal } from '../driver/terminal.ts';
import { FIRST, WHOLE } from './first-screen.ts';

/** The console reads keys: before that, the terminal would turn Ctrl-C into a signal. */
const reads = (console: Terminal): Promise<void> => console.until('it reads keys', () => console.modes().focusEvents);

test.each(['q', 'Esc', 'Ctrl-C'] as const)('%s leaves the first screen and a whole terminal', async (key) => {
  const console = await openConsoleInShell({ ...FIRST, columns: 80, rows: 24 });
  await reads(console);
  console.press(key);
  expect(await console.aftermath()).toEqual({ status: 0, ...WHOLE });
  expect(console.modes().changed).toEqual([]);
});

test.each(['SIGTERM', 'SIGHUP'] as const)('%s on the first screen leaves a whole terminal', async (signal) => {
  const console = await openConsoleInShell({ ...FIRST, columns: 80, rows: 24 });
  console.kill(signal);
  expect(await console.aftermath()).toMatchObject(WHOLE);
  expect(console.modes().changed).toEqual([]);
});

test('Ctrl-Z on the first screen returns to the shell, fg returns to it, and its keys still work', async () => {
  const shell = openTerminal({ command: 'bash', args: ['--norc', '--noprofile', '-i'], columns: 100, rows: 30 });
  closeAfterTest(shell);
  shell.type(`'${node}' '${program}'\n`);
  await shell.see('Welcome to spotdeck');
  await reads(shell);
  shell.press('Ctrl-Z');
  await shell.see('Stopped');
  expect(shell.modes()).toMatchObject({ alternateScreen: false, cursorVisible: true, focusEvents: false });
  shell.type('fg\n');
  await shell.see('Welcome to spotdeck');
  shell.press('d');
  await shell.seeLoaded('train-llama');
});
