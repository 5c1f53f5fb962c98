// Runs stories with the packed program on another Node: `npm run test:node -- NODE [options of vitest]`, where NODE is the
// path of its program. The tests themselves and their markets run on the Node that starts this script.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Stories of features that differ between versions of Node: streams, signals, warnings, SQLite, threads, fetch. */
const STORIES = [
  ...['editor', 'keys-together', 'leave', 'package', 'place-bid', 'screen-kept', 'short-of'].map(
    (name) => `test/stories/${name}.test.ts`,
  ),
  'test/features/replay/stories/replay.test.ts',
  'test/features/ssh/stories/with-ssh.test.ts',
];

const missing = STORIES.filter((story) => !existsSync(story));
if (missing.length > 0) throw new Error(`These stories are no more where they were: ${missing.join(', ')}.`);

const [path, ...options] = process.argv.slice(2);
if (path === undefined) {
  process.stderr.write('Name the program of a Node: npm run test:node -- NODE\n');
  process.exit(2);
}
// Ctrl-C ends the tests, which the terminal sends it too; the folder is removed afterwards.
process.on('SIGINT', () => undefined);
const node = resolve(path);
const folder = mkdtempSync(join(tmpdir(), 'spotdeck-node-'));
try {
  const [tarball = ''] = execFileSync(process.execPath, ['scripts/pack.js', folder], { encoding: 'utf8' }).split('\n');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, tarball]);
  const program = join(folder, 'node_modules', 'spotdeck', 'dist', 'cli.js');
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  process.stdout.write(`Stories with the packed program on Node ${version}\n`);
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...STORIES, ...options], {
    stdio: 'inherit',
    env: { ...process.env, SPOTDECK_TEST_NODE: node, SPOTDECK_TEST_PROGRAM: program },
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
