// Runs the tests of the kernel in a copy of the project that has no feature: `npm run test:kernel -- [options of vitest]`. Simulations, which take
// minutes and say the same with features, are left out; `--project simulations` adds them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rules } from '../../scripts/layers.ts';
import { copyWithout, featureNames } from '../architecture/copy-without.ts';

// Ctrl-C ends the tests, which the terminal sends it too; the copy is removed afterwards.
process.on('SIGINT', () => undefined);
const copy = copyWithout(featureNames);
try {
  const folders = Object.keys(rules.layers)
    .map((room) => join('test', room))
    .filter((folder) => existsSync(join(copy.folder, folder)) && folder !== join('test', 'features'));
  process.stdout.write(`Tests of the kernel without the features ${featureNames.join(', ')}\n`);
  const vitest = join(copy.folder, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', '--project', 'parts', ...folders, ...process.argv.slice(2)],
    { stdio: 'inherit', cwd: copy.folder },
  );
  process.exitCode = status ?? 1;
} finally {
  copy.remove();
}
