import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';

const Package = z.object({ scripts: z.record(z.string(), z.string()) });
/** npm runs a package's own scripts only if the lock file knows of them. */
const Lock = z.object({ packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })) });

/** Run by `npm ci` itself. */
const RUN_BY_NPM = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];

test('npm ci runs patch-package, and no program of a package that it installs', () => {
  const { scripts } = Package.parse(JSON.parse(readFileSync('package.json', 'utf8')));
  expect(Object.entries(scripts).filter(([name]) => RUN_BY_NPM.includes(name))).toEqual([
    ['postinstall', 'patch-package'],
  ]);
  const { packages } = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const installed = Object.entries(packages).filter(([path]) => path !== '');
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path)).toEqual([]);
  // npm builds these without being asked.
  expect(installed.filter(([path]) => existsSync(join(path, 'binding.gyp'))).map(([path]) => path)).toEqual([]);
});
