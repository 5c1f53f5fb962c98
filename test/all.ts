// What `npm test` leaves out, because only a program of its own can show it or because it takes minutes: `npm run test:all -- [FOLDER]`.
// FOLDER gets the reports, for the counts of `.ci/run`.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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

/** Runs tests by a script of Node, which leaves a report. */
function run(name: string, script: readonly string[]): void {
  const report = join(reports, `${name}.json`);
  written.push(report);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  spawnSync(process.execPath, [...script, ...reporters], { stdio: 'inherit' });
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
  run('programs', ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers', '4', ...projects]);
  run('kernel', ['test/kernel/run.ts']);
  run('lowest-node', ['test/nodes/run.ts', nodeOf(LOWEST_NODE)]);
  run('newest-node', ['test/nodes/run.ts', nodeOf(NEWEST_NODE)]);
  run('one-file', ['test/nodes/run.ts', '--one-file']);
  process.exitCode = printSummary(written);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
