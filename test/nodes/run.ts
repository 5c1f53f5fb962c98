// Runs stories with the packed program on another Node: `npm run test:node -- NODE [options of vitest]`, where NODE is the
// path of its program, or with the single executable: `npm run test:node -- --one-file`. The tests themselves and their markets run on the
// Node that starts this script.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { oneFile } from '../driver/one-file.ts';

const story = (name: string): string => `test/stories/${name}.program.test.ts`;

/** Stories of what differs between versions of Node: streams, signals, warnings, limits of memory and files, fetch. The others are the same. */
const OF_PACKAGE = [
  ...['editor', 'leave', 'screen-kept', 'short-of', 'proxy'].map(story),
  'test/stories/keys-together.test.ts',
];

/**
 * Stories of what the single executable has in another way: programs that it starts, its variables, the library of the keyring. Its Node is
 * that of the tests, and `one-file.program.test.ts` shows what else is in it.
 */
const OF_ONE_FILE = [
  ...['editor', 'proxy', 'keyring'].map(story),
  'test/features/ssh/stories/with-ssh.program.test.ts',
];

/** Starts a program by its path: the stories start a Node, with the path of a program. */
const STARTER = '/usr/bin/env';

const missing = [...OF_PACKAGE, ...OF_ONE_FILE].filter((path) => !existsSync(path));
if (missing.length > 0) throw new Error(`These stories are no more where they were: ${missing.join(', ')}.`);

const [path, ...options] = process.argv.slice(2);
if (path === undefined) {
  process.stderr.write('Name the program of a Node: npm run test:node -- NODE\n');
  process.exit(2);
}
// Ctrl-C ends the tests, which the terminal sends it too; the folder is removed afterwards.
process.on('SIGINT', () => undefined);
if (path === '--one-file') {
  process.stdout.write('Stories with the single executable\n');
  runStories(OF_ONE_FILE, STARTER, oneFile());
} else runPacked(resolve(path));

/** Packs the program and runs the stories with it on a Node. */
function runPacked(node: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'spotdeck-node-'));
  try {
    const [tarball = ''] = execFileSync(process.execPath, ['scripts/pack.js', folder], { encoding: 'utf8' }).split(
      '\n',
    );
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, tarball]);
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
    process.stdout.write(`Stories with the packed program on Node ${version}\n`);
    runStories(OF_PACKAGE, node, join(folder, 'node_modules', 'spotdeck', 'dist', 'cli.js'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runStories(stories: readonly string[], node: string, program: string): void {
  // Not the project "sample", which holds some of the stories once more.
  const projects = ['--project', 'programs', '--project', 'stories'];
  const words = ['node_modules/vitest/vitest.mjs', 'run', ...projects, ...stories, ...options];
  const { status } = spawnSync(process.execPath, words, {
    stdio: 'inherit',
    env: { ...process.env, SPOTDECK_STORIES: 'programs', SPOTDECK_TEST_NODE: node, SPOTDECK_TEST_PROGRAM: program },
  });
  process.exitCode = status ?? 1;
}
