import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What a copy of the project to release from lacks: its own history, what others made, and what is built anew. */
const LEFT_OUT = ['.git', 'node_modules', 'coverage', 'release', 'release.new'];

/** A clone of the project as it is now, with all committed, something unreleased and no address. */
export type ReleaseCopy = {
  readonly folder: string;
  /** Runs `npm run release` there, without the build before it; returns its exit code and all that it said. */
  readonly release: (...words: readonly string[]) => Promise<{ readonly code: number | null; readonly said: string }>;
  /** Runs Node there. Returns what it printed. @throws {Error} when it fails. */
  readonly node: (...words: readonly string[]) => Promise<string>;
  /** Changes a file. */
  readonly change: (file: string, changed: (text: string) => string) => void;
  readonly commit: () => void;
  readonly remove: () => void;
};

/** Makes one in a new folder, with packages of its own: nothing that is kept in the one of the tests helps it. */
export function releaseCopy(): ReleaseCopy {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  for (const name of readdirSync('.'))
    if (!LEFT_OUT.includes(name)) cpSync(name, join(folder, name), { recursive: true, preserveTimestamps: true });
  // As links to the same files where the disk has both.
  const packages = ['node_modules', join(folder, 'node_modules')];
  if (spawnSync('cp', ['-al', ...packages], { stdio: 'ignore' }).status !== 0) execFileSync('cp', ['-a', ...packages]);
  rmSync(join(folder, 'node_modules/.cache/executables'), { recursive: true, force: true });
  const someone = ['-c', 'user.name=tests', '-c', 'user.email=tests@localhost', '-c', 'commit.gpgsign=false'];
  const git = (...words: readonly string[]) =>
    execFileSync('git', [...someone, ...words], { cwd: folder, stdio: 'pipe' });
  const commit = (): void => {
    git('add', '--all');
    git('commit', '--quiet', '--message', 'All');
  };
  const change = (file: string, changed: (text: string) => string): void =>
    writeFileSync(join(folder, file), changed(readFileSync(join(folder, file), 'utf8')));
  // As between two releases, and without the address that the project may have by now.
  change('CHANGELOG.md', (text) =>
    /^## Unreleased$/m.test(text) ? text : text.replace(/^## /m, '## Unreleased\n\n### Added\n\n- New.\n\n## '),
  );
  change('package.json', (text) => {
    const { repository: _, homepage: __, ...others } = JSON.parse(text);
    return `${JSON.stringify(others, null, 2)}\n`;
  });
  git('init', '--quiet');
  commit();
  const settings = { cwd: folder, env: { ...process.env, SOURCE_DATE_EPOCH: '1767225600' } };
  return {
    folder,
    release: (...words) =>
      new Promise((done) => {
        const child = execFile(process.execPath, ['scripts/release.js', ...words], settings, (_, out, err) =>
          done({ code: child.exitCode, said: `${out}${err}` }),
        );
      }),
    node: async (...words) => (await promisify(execFile)(process.execPath, words, settings)).stdout,
    change,
    commit,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
