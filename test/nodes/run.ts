// Runs stories with the packed program on other Nodes, and with the single executable: `npm run test:node -- [NODE]…
// [--one-file] [options of vitest]`, where NODE is a path. Tests and markets run on this Node.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { oneFile } from '../driver/one-file.ts';
import type { NodeRun } from './node-run.ts';

const story = (name: string): string => `test/stories/${name}.program.test.ts`;

/** Differences between versions of Node: streams, signals, warnings, limits, fetch. */
const OF_PACKAGE = [
  ...['editor', 'leave', 'screen-kept', 'short-of', 'proxy'].map(story),
  'test/stories/keys-together.test.ts',
];

/**
 * Differences of the single executable: started programs, variables, the keyring's library. `one-file.program.test.ts`
 * has the rest.
 */
const OF_ONE_FILE = [
  ...['editor', 'proxy', 'keyring'].map(story),
  'test/features/ssh/stories/with-ssh.program.test.ts',
];

/** Stories start a Node with a program's path; this starts the path. */
const STARTER = '/usr/bin/env';
const ONE_FILE = '--one-file';

const missing = [...OF_PACKAGE, ...OF_ONE_FILE].filter((path) => !existsSync(path));
if (missing.length > 0) throw new Error(`These stories are no more where they were: ${missing.join(', ')}.`);

const words = process.argv.slice(2);
const firstOption = words.findIndex((word) => word.startsWith('-') && word !== ONE_FILE);
const programs = firstOption < 0 ? words : words.slice(0, firstOption);
const options = firstOption < 0 ? [] : words.slice(firstOption);
if (programs.length === 0) {
  process.stderr.write('Name the program of a Node: npm run test:node -- NODE\n');
  process.exit(2);
}
// The tests end by the same Ctrl-C; the folder is removed afterwards.
process.on('SIGINT', () => undefined);
const nodes = programs.filter((word) => word !== ONE_FILE).map((path) => resolve(path));
const folder = mkdtempSync(join(tmpdir(), 'spotdeck-node-'));
try {
  const packed = nodes.length > 0 ? installPackage() : '';
  const runs = nodes.map((node): NodeRun => {
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
    return { name: version, stories: OF_PACKAGE, node, program: packed };
  });
  if (programs.includes(ONE_FILE))
    runs.push({ name: 'single executable', stories: OF_ONE_FILE, node: STARTER, program: oneFile() });
  process.stdout.write(`Stories with the packed program: ${runs.map(({ name }) => name).join(', ')}\n`);
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/nodes/vitest.config.ts', ...options],
    { stdio: 'inherit', env: { ...process.env, SPOTDECK_TEST_NODES: JSON.stringify(runs) } },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Returns the path of its command line. */
function installPackage(): string {
  const [tarball = ''] = execFileSync(process.execPath, ['scripts/pack.js', folder], { encoding: 'utf8' }).split('\n');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, tarball]);
  return join(folder, 'node_modules', 'spotdeck', 'dist', 'cli.js');
}
