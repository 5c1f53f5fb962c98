import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { node } from '../driver/built.ts';
import { closeAfterTest } from '../driver/console.ts';
import { freshHome } from '../driver/environment.ts';
import { openTerminal } from '../driver/terminal.ts';
import { newPath } from '../journal/snapshots.ts';

/** Largest size of a package that installs quickly. */
const MAX_BYTES = 1_250_000;

test('npm pack in the folder of the project packs no file that only the build needs', () => {
  const said = execFileSync('npm', ['pack', '--dry-run', '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const names = [...said.matchAll(/"path": "([^"]+)"/g)].map(([, name = '']) => name);
  expect(names).toContain('dist/cli.js');
  expect(names.filter((name) => name.includes('metafile'))).toEqual([]);
});

test('the package installs from its tarball in an empty folder, without dependencies, and the console runs from it', async () => {
  const folder = dirname(newPath());
  const home = freshHome();
  const env = { ...home.env, PATH: `${dirname(node)}:${process.env['PATH']}` };
  const said = execFileSync(process.execPath, ['scripts/pack.js', folder], { encoding: 'utf8', env });
  const [tarball = '', ...files] = said.trimEnd().split('\n');
  expect(statSync(tarball).size).toBeLessThan(MAX_BYTES);
  const names = files.slice(0, -1).map((line) => line.trim().split(/ {2}/)[1] ?? '');
  expect([...new Set(names.map((name) => name.replace(/\/.*/, '/')))].toSorted()).toEqual([
    ...['CHANGELOG.md', 'LICENSE', 'README.md', 'THIRD-PARTY-NOTICES.txt'],
    ...['contrib/', 'dist/', 'docs/', 'package.json'],
  ]);
  // What is built, pages and samples: no sources, tests, maps, or lists that only the build needs.
  expect(
    names.filter(
      (name) =>
        !/^(dist\/([\w-]+\.(js|json|br)|past\.json\.br|built)|docs\/[\w-]+\.(md|1|sh)|contrib\/.*|[A-Z-]+(\.md|\.txt)?|package\.json)$/.test(
          name,
        ),
    ),
  ).toEqual([]);
  expect(names.filter((name) => name.includes('metafile') || name.endsWith('.map'))).toEqual([]);

  const place = join(folder, 'place');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', place, tarball], { env });
  expect(readdirSync(join(place, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['spotdeck']);
  const spotdeck = join(place, 'node_modules', '.bin', 'spotdeck');
  expect(execFileSync(spotdeck, ['--version'], { encoding: 'utf8', env })).toMatch(/^\d+\.\d+\.\d+\n$/);
  const about: unknown = JSON.parse(readFileSync(join(place, 'node_modules', 'spotdeck', 'package.json'), 'utf8'));
  expect(about).toMatchObject({
    name: 'spotdeck',
    license: 'MIT',
    type: 'module',
    bin: { spotdeck: 'dist/cli.js' },
    man: ['docs/spotdeck.1'],
    engines: { node: '>=22.13' },
    publishConfig: { provenance: true },
  });
  // It is a program: it can be published, and nothing of it can be imported.
  for (const field of ['private', 'main', 'exports', 'scripts', 'dependencies', 'devDependencies'])
    expect(about).not.toHaveProperty(field);
  const licences = execFileSync(spotdeck, ['licenses'], { encoding: 'utf8', env });
  for (const text of ['spotdeck contributors', 'ink 8', 'react 19']) expect(licences).toContain(text);
  const installed = join(place, 'node_modules', 'spotdeck');
  const doctor = () => spawnSync(spotdeck, ['doctor'], { encoding: 'utf8', env }).stdout.split('\n')[0];
  expect(doctor()).toMatch(
    /^ok +installed +npm package .*\/node_modules\/spotdeck\/; \d+ files, all as they were built$/,
  );
  const past = join(installed, 'dist', 'past.json.br');
  const whole = readFileSync(past);
  writeFileSync(past, 'damaged');
  expect(doctor()).toMatch(/^failure +installed +.*; missing or not as they were built: past\.json\.br\.$/);
  writeFileSync(past, whole);
  const terminal = openTerminal({ command: spotdeck, args: ['demo', '--db', ':memory:'], env, columns: 120, rows: 30 });
  closeAfterTest(terminal);
  await terminal.see(/\d+ bids/, { timeout: 20_000 });
  terminal.press('q');
  expect(await terminal.ended()).toMatchObject({ code: 0 });
  home.remove();
});

test('npx runs it from its tarball in an empty folder, and leaves nothing there', () => {
  const folder = dirname(newPath());
  const home = freshHome();
  const env = { ...home.env, PATH: `${dirname(node)}:${process.env['PATH']}` };
  const [tarball = ''] = execFileSync(process.execPath, ['scripts/pack.js', folder], { encoding: 'utf8' }).split('\n');
  const empty = dirname(newPath());
  const npx = (...words: readonly string[]): string =>
    execFileSync('npx', ['--yes', '--offline', `--package=${tarball}`, 'spotdeck', ...words], {
      encoding: 'utf8',
      cwd: empty,
      env,
    });
  expect(npx('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(npx('demo', '--db', ':memory:')).toMatch(/^\d+ bids|^BIDS|NAME/m);
  expect(readdirSync(empty)).toEqual([]);
  home.remove();
});
