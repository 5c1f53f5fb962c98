// Runs the tests of the kernel in a copy of the project that has no feature: `npm run test:kernel -- [options of vitest]`. Left out are
// simulations, which take minutes and say the same with features (`--project simulations` adds them), and tests that load no feature: they are
// the same in both.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readSources } from '../../scripts/imports.ts';
import { rules } from '../../scripts/layers.ts';
import { copyWithout, featureNames } from '../architecture/copy-without.ts';

const imports = new Map(
  readSources('.', ['src', 'test']).map(({ path, imports }) => [path, imports.flatMap((one) => one.path ?? [])]),
);

/** A file with all that it loads. */
function loadedBy(path: string): ReadonlySet<string> {
  const loaded = new Set([path]);
  // A set that grows while it is walked is walked to its end.
  for (const one of loaded) for (const other of imports.get(one) ?? []) loaded.add(other);
  return loaded;
}

const loadsFeatures = (path: string): boolean =>
  [...loadedBy(path)].some((one) => one.startsWith(join('src', 'features')));

// Ctrl-C ends the tests, which the terminal sends it too; the copy is removed afterwards.
process.on('SIGINT', () => undefined);
const copy = copyWithout(featureNames);
try {
  const folders = Object.keys(rules.layers)
    .map((room) => join('test', room, '/'))
    .filter((folder) => folder !== join('test', 'features', '/'));
  const tests = [...imports.keys()].filter(
    (path) => /\.test\.tsx?$/.test(path) && folders.some((folder) => path.startsWith(folder)),
  );
  const own = tests.filter((path) => loadsFeatures(path) && existsSync(join(copy.folder, path)));
  if (own.length === 0) throw new Error('No test of the kernel loads a feature.');
  process.stdout.write(
    `Tests of the kernel without the features ${featureNames.join(', ')}: ${own.length} of ${tests.length} files, as the others load none\n`,
  );
  const vitest = join(copy.folder, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', '--project', 'parts', ...own, ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      cwd: copy.folder,
    },
  );
  process.exitCode = status ?? 1;
} finally {
  copy.remove();
}
