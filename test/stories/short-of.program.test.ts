import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { startService } from '../bench/service/start.ts';
import { node, program } from '../driver/built.ts';
import { closeAfterTest, openConsoleInShell } from '../driver/console.ts';
import { freshHome } from '../driver/environment.ts';
import { openTerminal } from '../driver/terminal.ts';

const DEMO = ['demo', '--strict', '--db', ':memory:', '--seed', '7', '--speed', '0'];
const WHOLE = { canonical: true, echo: true, signals: true };

/** A service with so many bids and instances. */
async function openLargeService(rows: number): Promise<string> {
  const service = await startService({ bids: rows, instances: rows });
  closeAfterTest({ close: async () => service.close() });
  return service.address;
}

test('a console out of memory ends in order: the terminal restored, the reason shown, and not with 0', async () => {
  const console = await openConsoleInShell({
    args: [],
    env: {
      SPOTDECK_BASE_URL: await openLargeService(12_000),
      SPOTDECK_TOKEN: 'token',
      SPOTDECK_PROJECT: 'proj_bench',
      NODE_OPTIONS: '--max-old-space-size=32',
    },
  });
  await console.see(/memory is full: \d+ of 32 MB are in use\. Start it with NODE_OPTIONS=--max-old-space-size=512\./, {
    timeout: 25_000,
  });
  expect(await console.aftermath()).toEqual({ status: 1, ...WHOLE });
  expect(console.modes().changed).toEqual([]);
  const log = readFileSync(join(console.home, '.local', 'state', 'spotdeck', 'console.log'), 'utf8');
  expect(log).toContain('spotdeck has ended because its memory is full');
});

/** What a command leaves on a terminal, and its exit status, where so many files can be open. */
function withFiles(files: number, args: readonly string[]): string {
  const home = freshHome();
  const line = `stty cols 120 rows 40; ulimit -n ${files}; '${node}' '${program}' ${args.join(' ')}; echo status $?`;
  const { stdout } = spawnSync('script', ['-qec', line, '/dev/null'], {
    env: { ...home.env, SPOTDECK_BASE_URL: 'http://127.0.0.1:9' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  home.remove();
  const begin = stdout.indexOf('\u001b[?1049h');
  const left = begin < 0 ? stdout : stdout.slice(0, begin) + stdout.slice(stdout.lastIndexOf('\u001b[?1049l'));
  return stripVTControlCharacters(left)
    .trim()
    .replaceAll(/[\r\n]+/g, '\n');
}

test('a console that can open too few files reports that in one sentence, at any point where it meets the limit', () => {
  // How many Node itself needs differs between its versions.
  const min = Array.from({ length: 40 }, (_, n) => n + 14).find((n) =>
    withFiles(n, ['--version']).endsWith('status 0'),
  );
  const ends = [0, 2, 4, 6, 8, 10].map((more) => withFiles((min ?? 0) + more, DEMO));
  expect(ends[0]).toMatch(
    /^spotdeck (?:has ended: it can open no more files|can open too few files to start)\. Allow more with "ulimit -n 1024" and start it again\.\nstatus 1$/,
  );
  for (const end of ends) expect(end).toMatch(/^[A-Zs][^\n]*\.\nstatus [1-9]$/);
});

test('the effects of SIGKILL are repaired as the docs describe', async () => {
  const shell = openTerminal({ command: 'bash', args: ['--norc', '--noprofile', '-i'], columns: 120, rows: 40 });
  closeAfterTest(shell);
  shell.type(`sh -c 'echo $$ >"$HOME/pid"; exec "$0" "$@"' '${node}' '${program}' ${DEMO.join(' ')}\n`);
  await shell.seeLoaded('14 bids');
  process.kill(Number(readFileSync(join(shell.home, 'pid'), 'utf8')), 'SIGKILL');
  // What the shell says of it begins where the cursor happens to be; its prompt is on a line of its own.
  await shell.see(/^bash-[\d.]+[#$]/m);
  expect(shell.modes()).toMatchObject({ alternateScreen: true, cursorVisible: false });
  const docs = readFileSync(fileURLToPath(new URL('../../docs/trust.md', import.meta.url)), 'utf8');
  const [, mend = 'no command'] = /```sh\n(stty sane.*)\n```/.exec(docs) ?? [];
  shell.type(`${mend}; stty -a | grep -o -- '-\\?icanon'\n`);
  await shell.see(/^icanon/);
  expect(shell.modes()).toMatchObject({
    alternateScreen: false,
    cursorVisible: true,
    mouse: 'none',
    focusEvents: false,
  });
  expect(
    shell.modes().changed.filter((mode) => mode !== 2004),
    '2004 is the shell’s own',
  ).toEqual([]);
});
