import { fileURLToPath } from 'node:url';
import { closeAfterTest } from './console.ts';
import { openInShell, type ShellTerminal } from './shell.ts';
import { type Opening, openTerminal, type Terminal } from './terminal.ts';

const sample = fileURLToPath(new URL('samples/panes.js', import.meta.url));

function opening({ args = [], ...rest }: Partial<Opening>): Opening {
  return { ...rest, command: process.execPath, args: [sample, ...args] };
}

export async function openSample(options: Partial<Opening> = {}): Promise<Terminal> {
  const terminal = openTerminal(opening(options));
  closeAfterTest(terminal);
  await terminal.see('sample');
  return terminal;
}

export async function openSampleInShell(options: Partial<Opening> = {}): Promise<ShellTerminal> {
  const terminal = openInShell(opening(options));
  closeAfterTest(terminal);
  await terminal.see('sample');
  return terminal;
}
