import { expect, test } from 'vitest';
import { node, program } from '../driver/built.ts';
import { closeAfterTest, openMarket } from '../driver/console.ts';
import { openInShell, type ShellTerminal } from '../driver/shell.ts';
import { evidenceOf } from './evidence.ts';
import { STILL } from './service.ts';

/** Runs a command from a shell, in a real terminal, and types before it asks. */
async function typedEarly(args: readonly string[], early: string) {
  const evidence = await evidenceOf(await openMarket(STILL));
  const terminal = openInShell({ command: node, args: [program, ...args], env: evidence.env, columns: 120 });
  closeAfterTest(terminal);
  terminal.type(early);
  return { terminal, evidence };
}

const AS_BEFORE = { canonical: true, echo: true, signals: true };

test.each([
  ['Ctrl-c', 130, (terminal: ShellTerminal) => terminal.type('\u0003')],
  ['SIGHUP', 129, (terminal: ShellTerminal) => terminal.kill('SIGHUP')],
  ['SIGTERM', 143, (terminal: ShellTerminal) => terminal.kill('SIGTERM')],
] as const)(
  'lines typed ahead in a terminal are no answers, and %s leaves the question, with echo on again',
  async (_, status, leave) => {
    const { terminal, evidence } = await typedEarly(['bid', 'cancel', 'render'], 'y\ry\r');
    await terminal.see('Type y to confirm:');
    expect(evidence.writes()).toEqual([]);
    leave(terminal);
    expect(await terminal.aftermath()).toEqual({ status, ...AS_BEFORE });
    expect(terminal.shows('Nothing was done.')).toBe(true);
    expect(evidence.writes()).toEqual([]);
  },
);

test('login that is left while the token is typed shows none of it, and echo is on again', async () => {
  const { terminal } = await typedEarly(['login'], '');
  await terminal.see('Access token or API key (not shown):');
  terminal.type('not-shown');
  terminal.type('\u0003');
  expect(await terminal.aftermath()).toEqual({ status: 130, ...AS_BEFORE });
  expect(terminal.raw()).not.toContain('not-shown');
});
