// Measures the longest blocks of consoles on a journal of 200,000 steps: `node test/features/money/bench/main.ts [--program PATH]...`

import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { pause, program, requireBuild } from '../../../bench/console.ts';
import { blocksIn, blocksTo, peakMemory } from '../../../bench/process.ts';
import { openTimed } from '../../../bench/timed.ts';
import { fillJournal } from '../large-journal.ts';
import { openFeatureJournal } from '../open-journal.ts';

/** Time after the start, and after what was opened is known, in which blocks still count: some readings of what came since. */
const SETTLED_MS = 3000;
const AFTER_MS = 12_000;
const LIMIT_MS = 60_000;

/** What an operator opens first, by its keys, and what shows that it is known. */
const OPENED = [
  { name: '$, 30 days', keys: ['$', '\u001b[C', '-', '-'], known: /By day +OBSERVED/ },
  { name: ':prices', keys: [':prices\r'], known: /asia-east1-d +\$/ },
  { name: 'n, a form', keys: ['n'], known: /Place a bid/ },
  { name: 'h', keys: ['h'], known: /Not enough seen yet|Last \d+ days|7 days:/ },
  { name: 'W', keys: ['W'], known: /What happened in the last/ },
] as const;

type Market = { readonly env: Readonly<Record<string, string>>; readonly stop: () => void };

/** Starts a market without events of its own, in a process of its own. */
function openMarket(path: string): Promise<Market> {
  const child = spawn(
    process.execPath,
    [path, 'market', '--port', '0', '--db', ':memory:', '--seed', '7', '--speed', '0'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const said = new Map<string, string>();
  return new Promise((resolve, reject) => {
    child.once('close', () => reject(new Error('The market has ended.')));
    createInterface(child.stdout).on('line', (line) => {
      const [, label, value] = /^\s*(address|project|token) {2,}(\S+)\s*$/.exec(line) ?? [];
      if (label !== undefined && value !== undefined) said.set(label, value);
      const [address, project, token] = ['address', 'project', 'token'].map((name) => said.get(name));
      if (address === undefined || project === undefined || token === undefined) return;
      resolve({
        env: { SPOTDECK_BASE_URL: address, SPOTDECK_PROJECT: project, SPOTDECK_TOKEN: token },
        stop: () => child.kill('SIGTERM'),
      });
    });
  });
}

function longestIn(path: string, from: number, to: number): string {
  const all = blocksIn(path, from, to);
  const [longest] = all.toSorted((a, b) => b.own - a.own);
  const late = all.filter(({ own }) => own > 16).length;
  return longest === undefined
    ? 'none of 8 ms'
    : `${longest.own.toFixed(0)} ms of the processor (${longest.ms.toFixed(0)} ms by the clock), ${late} over 16 ms`;
}

const peakMb = (pid: number): string => `${Math.round(peakMemory(pid) / 2 ** 20)} MB`;

async function measure(path: string, folder: string, market: Market, filled: string): Promise<void> {
  process.stdout.write(`${path}\n`);
  for (const { name, keys, known } of OPENED) {
    const journal = join(folder, 'journal.db');
    const blocks = join(folder, 'blocks');
    for (const end of ['', '-wal', '-shm']) rmSync(`${journal}${end}`, { force: true });
    copyFileSync(filled, journal);
    writeFileSync(blocks, '');
    const timed = openTimed({
      command: process.execPath,
      args: [path],
      env: {
        ...market.env,
        SPOTDECK_JOURNAL: journal,
        ...blocksTo(blocks),
      },
    });
    const began = Date.now();
    await timed.until('', 'train-llama-eu');
    await pause(SETTLED_MS);
    const pressed = Date.now();
    const shown = performance.now();
    for (const key of keys) {
      timed.press(key);
      await pause(100);
    }
    const isKnown = (lines: readonly string[]): boolean =>
      known.test(lines.join('\n')) && !/Computing|being computed|being read/.test(lines.join('\n'));
    const at = isKnown(timed.lines()) ? performance.now() : await timed.when(isKnown, LIMIT_MS);
    await pause(AFTER_MS);
    const until = at === null ? 'never' : `${Math.round(at - shown)} ms`;
    process.stdout.write(
      `  ${name.padEnd(12)} known after ${until}; start: ${longestIn(blocks, began, pressed)}; then: ${longestIn(blocks, pressed, Date.now())}; peak ${peakMb(timed.pid)}\n`,
    );
    await timed.close();
  }
}

const { values } = parseArgs({
  options: { program: { type: 'string', multiple: true }, days: { type: 'string' }, steps: { type: 'string' } },
});
// A console runs in a folder of its own.
const programs = (values.program ?? [program]).map((path) => resolve(path));
requireBuild(programs);
const folder = mkdtempSync(join(tmpdir(), 'spotdeck-journals-'));
const market = await openMarket(programs[0] ?? program);
try {
  const filled = join(folder, 'filled.db');
  const now = Date.now();
  const journal = openFeatureJournal(filled, () => now);
  const scope = {
    service: (market.env['SPOTDECK_BASE_URL'] ?? '').replace(/\/+$/, ''),
    project: market.env['SPOTDECK_PROJECT'] ?? '',
  };
  fillJournal(journal, scope, now, { steps: Number(values.steps ?? 200_000), days: Number(values.days ?? 30) });
  journal.close();
  for (const path of programs) await measure(path, folder, market, filled);
} finally {
  market.stop();
  rmSync(folder, { recursive: true, force: true });
}
