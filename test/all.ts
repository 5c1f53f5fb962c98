// What `npm test` leaves out, because only a program of its own can show it or because it takes minutes: `npm run test:all -- [FOLDER]`.
// FOLDER gets the reports, for the counts of `.ci/run`.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { printSummary } from './summary.ts';

/** The newest line of Node that the packed program is tried on, beside the lowest one that package.json allows. */
const NEWEST_NODE = '26.10.0';

const { engines } = z
  .object({ engines: z.object({ node: z.string() }) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));
const LOWEST_NODE = `${engines.node.replace(/^>=/, '')}.0`;

const folder = mkdtempSync(join(tmpdir(), 'spotdeck-all-'));
const reports = resolve(process.argv[2] ?? folder);
const written: string[] = [];
// Ctrl-C ends the tests, which the terminal sends it too; the folder is removed afterwards.
process.on('SIGINT', () => undefined);

/** Runs tests by a script of Node, which leaves a report. Those that run together print when they have ended. */
async function run(name: string, script: readonly string[], printed: 'at once' | 'at the end'): Promise<void> {
  const report = join(reports, `${name}.json`);
  written.push(report);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const output = printed === 'at once' ? 'inherit' : 'pipe';
  const workers = ['--maxWorkers', printed === 'at once' ? '4' : '2'];
  const child = spawn(process.execPath, [...script, ...workers, ...reporters], {
    stdio: ['ignore', output, 'inherit'],
  });
  const ended = once(child, 'close');
  if (child.stdout !== null) process.stdout.write(await text(child.stdout));
  await ended;
}

/** The program of another Node, from the registry: it is no dependency of the package. */
function nodeOf(version: string): string {
  const name = `node-linux-${process.arch === 'arm64' ? 'arm64' : 'x64'}`;
  const where = join(folder, version);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', where, `${name}@${version}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return join(where, 'node_modules', name, 'bin', 'node');
}

try {
  const projects = ['programs', 'sample', 'simulations'].flatMap((project) => ['--project', project]);
  await run('programs', ['node_modules/vitest/vitest.mjs', 'run', ...projects], 'at once');
  const nodes = [
    ['lowest-node', nodeOf(LOWEST_NODE)],
    ['newest-node', nodeOf(NEWEST_NODE)],
    ['one-file', '--one-file'],
  ] as const;
  await Promise.all([
    run('kernel', ['test/kernel/run.ts'], 'at the end'),
    ...nodes.map(([name, node]) => run(name, ['test/nodes/run.ts', node], 'at the end')),
  ]);
  process.exitCode = printSummary(written);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
