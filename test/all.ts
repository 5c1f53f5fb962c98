// What `npm test` leaves out, because only a program of its own can show it or because it takes minutes: `npm run test:all -- [FOLDER]`.
// FOLDER gets the reports, for the counts of `.ci/run`.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
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

/** Runs tests by a script of Node, which leaves a report. With `printsAtEnd` its output is printed as one piece. */
async function run(name: string, script: readonly string[], printsAtEnd = false): Promise<void> {
  const report = join(reports, `${name}.json`);
  written.push(report);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const child = spawn(process.execPath, [...script, ...reporters], {
    stdio: ['ignore', ...(printsAtEnd ? (['pipe', 'pipe'] as const) : (['inherit', 'inherit'] as const))],
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => output.push(bytes));
  await once(child, 'close');
  process.stdout.write(Buffer.concat(output));
}

/** The program of another Node, from the registry: it is no dependency of the package. */
async function nodeOf(version: string): Promise<string> {
  const name = `node-linux-${process.arch === 'arm64' ? 'arm64' : 'x64'}`;
  const where = join(folder, version);
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--prefix', where, `${name}@${version}`]);
  return join(where, 'node_modules', name, 'bin', 'node');
}

try {
  const projects = ['programs', 'sample', 'simulations'].flatMap((project) => ['--project', project]);
  await run('programs', ['node_modules/vitest/vitest.mjs', 'run', ...projects]);
  // Stories as programs mostly wait, tests of the kernel compute.
  await Promise.all([
    run('kernel', ['test/kernel/run.ts'], true),
    run('nodes', ['test/nodes/run.ts', await nodeOf(LOWEST_NODE), await nodeOf(NEWEST_NODE), '--one-file'], true),
  ]);
  process.exitCode = printSummary(written);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
