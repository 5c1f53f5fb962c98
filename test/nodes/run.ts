// Runs stories with the packed program on another Node: `npm run test:node -- NODE [options of vitest]`, where NODE is the
// path of its program, or with the single executable: `npm run test:node -- --one-file`. The tests themselves and their markets run on the
// Node that starts this script.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { oneFile } from '../driver/one-file.ts';

/** Stories of features that differ between versions of Node: streams, signals, warnings, SQLite, threads, fetch. */
const STORIES = [
  ...['editor.program', 'keys-together', 'leave.program', 'place-bid', 'screen-kept.program'].map(
    (name) => `test/stories/${name}.test.ts`,
  ),
  'test/stories/short-of.program.test.ts',
  'test/stories/proxy.program.test.ts',
  'test/features/replay/stories/replay.test.ts',
  'test/features/ssh/stories/with-ssh.program.test.ts',
];

/** Those of them that put something into the program by NODE_OPTIONS, which the single executable does not read. */
const OF_PACKAGE = ['leave', 'screen-kept', 'short-of'].map((name) => `test/stories/${name}.program.test.ts`);

/** What the single executable has in another way: the library of the keyring. */
const OF_ONE_FILE = ['test/stories/keyring.program.test.ts'];

/** Starts a program by its path: the stories start a Node, with the path of a program. */
const STARTER = '/usr/bin/env';

const missing = [...STORIES, ...OF_ONE_FILE].filter((story) => !existsSync(story));
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
  const stories = STORIES.filter((story) => !OF_PACKAGE.includes(story));
  runStories([...stories, ...OF_ONE_FILE], STARTER, oneFile());
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
    runStories(STORIES, node, join(folder, 'node_modules', 'spotdeck', 'dist', 'cli.js'));
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
