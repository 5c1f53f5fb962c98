import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { node, program } from '../../../driver/built.ts';
import { closeAfterTest } from '../../../driver/console.ts';
import { freshHome } from '../../../driver/environment.ts';
import { hasSshd } from '../../../driver/sshd.ts';
import { openTerminal } from '../../../driver/terminal.ts';
import { soon } from '../../../driver/time.ts';
import { TOOLS } from '../../../driver/tools.ts';
import { loginsTo, openTop } from './open-top.ts';

/** Starts `spotdeck top --watch` with its output in a pipe. */
function watching({ market, machine, env }: Awaited<ReturnType<typeof openTop>>, ...args: readonly string[]) {
  const variables = { ...freshHome().env, ...market.env, ...env, SPOTDECK_MACHINES_INTERVAL: '1' };
  const child = spawn(node, [program, 'top', ...args], { env: variables, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const { done, value } = await lines.next();
    return done === true ? '' : value;
  };
  return { child, next, logins: () => loginsTo(machine) };
}

const ends = async (child: ChildProcess, signal: NodeJS.Signals): Promise<unknown> => {
  child.kill(signal);
  return once(child, 'exit');
};

describe.skipIf(!hasSshd)('spotdeck top --watch', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    'without --watch leaves no login behind on %s either',
    async (signal) => {
      const { child, logins } = watching(await openTop(TOOLS.hanging), 'sweep-b-0');
      await soon(() => expect(logins()).toHaveLength(1));
      expect(await ends(child, signal)).not.toEqual([0, null]);
      await soon(() => expect(logins()).toEqual([]), 10_000);
    },
  );

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'prints each sample as it comes as NDJSON, and leaves no login behind on %s',
    async (signal) => {
      const opened = await openTop(TOOLS.idle);
      const { child, next, logins } = watching(opened, 'sweep-b-0', '--watch', '-o', 'ndjson');
      const [first, second] = [JSON.parse(await next()), JSON.parse(await next())];
      expect([first.utilization_percent, second.name]).toEqual([0, 'sweep-b-0']);
      expect(Date.parse(second.at)).toBeGreaterThan(Date.parse(first.at));
      expect(second.idle_since).toBe(first.idle_since);
      expect(logins()).toHaveLength(1);
      expect(await ends(child, signal)).toEqual([0, null]);
      await soon(() => expect(logins()).toEqual([]), 10_000);
    },
  );

  test('prints a table at each interval into a pipe', async () => {
    const { child, next } = watching(await openTop(TOOLS.idle), 'sweep-b-0', '--watch');
    const lines = [];
    for (let n = 0; n < 7; n += 1) lines.push(await next());
    expect(lines.filter((line) => line.startsWith('MACHINE'))).toHaveLength(2);
    expect(lines[3]).toBe('');
    expect(await ends(child, 'SIGINT')).toEqual([0, null]);
  });

  test('draws one table in place on a terminal, leaves the terminal as it was, and ends with 0 on Ctrl-C', async () => {
    const { market, machine, env } = await openTop(TOOLS.steady);
    const script =
      'trap : INT; stty -g >before; "$0" "$@"; echo "code $?"; stty -g >after; cmp before after && echo same';
    const terminal = openTerminal({
      command: 'sh',
      args: ['-c', script, node, program, 'top', 'sweep-b-0', '--watch'],
      env: { ...market.env, ...env, SPOTDECK_MACHINES_INTERVAL: '1' },
    });
    closeAfterTest(terminal);
    const shown = (): string => terminal.screen().join('\n');
    const clock = (): string => /\d\d:\d\d:\d\d(?= {2}1 of 1 machines read)/.exec(shown())?.[0] ?? '';
    await terminal.see('1 of 1 machines read');
    const first = clock();
    await soon(() => expect(['', first]).not.toContain(clock()));
    expect(shown().match(/MACHINE/g)).toHaveLength(1);
    expect(shown().match(/sweep-b-0/g)).toHaveLength(8);
    terminal.resize(40, 8);
    await terminal.see('4 more lines: --filter shows fewer.');
    expect(shown().match(/sweep-b-0/g)?.length).toBeLessThan(8);
    const escapes = new Set(
      terminal
        .raw()
        .split('\u001b')
        .slice(1)
        .map((text) => text.replace(/^(\[)\d*([A-Za-z]).*/s, '$1$2')),
    );
    expect([...escapes].toSorted()).toEqual(['[A', '[H', '[J', '[K']);
    terminal.type('\u0003');
    await terminal.see('code 0');
    await terminal.see('same');
    expect(terminal.modes().changed).toEqual([]);
    expect(loginsTo(machine)).toEqual([]);
  });
});
