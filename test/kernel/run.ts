// Runs the tests of everything features add to, in a copy without features: `npm run test:kernel -- [options of
// vitest]`. Tests that load no feature are left out.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readSources } from '../../scripts/imports.ts';
import { copyWithout, featureNames } from '../architecture/copy-without.ts';

/** Tests of things that look different without features. */
const WITHOUT_FEATURES = ['app', 'config', 'resources', 'screen/dialogs', 'screen/keymap', 'screen/keys', 'store'];

/** Large cases no feature changes. */
const WITH_FEATURES = ['test/store/read-order.test.ts'];

const imports = new Map(
  readSources('.', ['src', 'test']).map(({ path, imports }) => [path, imports.flatMap((one) => one.path ?? [])]),
);

function loadedBy(path: string): ReadonlySet<string> {
  const loaded = new Set([path]);
  // A growing set is walked to its end.
  for (const one of loaded) for (const other of imports.get(one) ?? []) loaded.add(other);
  return loaded;
}

const loadsFeatures = (path: string): boolean =>
  [...loadedBy(path)].some((one) => one.startsWith(join('src', 'features')));

// The tests end by the same Ctrl-C; the copy is removed afterwards.
process.on('SIGINT', () => undefined);
const copy = copyWithout(featureNames);
try {
  const folders = WITHOUT_FEATURES.map((folder) => join('test', folder, '/'));
  const missing = [...folders, ...WITH_FEATURES].filter((path) => !existsSync(path));
  if (missing.length > 0) throw new Error(`These are no more where they were: ${missing.join(', ')}.`);
  const tests = [...imports.keys()].filter(
    (path) => /\.test\.tsx?$/.test(path) && folders.some((folder) => path.startsWith(folder)),
  );
  const own = tests.filter(
    (path) => loadsFeatures(path) && !WITH_FEATURES.includes(path) && existsSync(join(copy.folder, path)),
  );
  if (own.length === 0) throw new Error('No test of the kernel loads a feature.');
  process.stdout.write(
    `Tests of the kernel without the features ${featureNames.join(', ')}: ${own.length} of ${tests.length} files, as the others load none or are the same with features\n`,
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
