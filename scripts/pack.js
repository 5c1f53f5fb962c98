// Makes the published package, the bundle without dependencies, in a temporary folder, and packs it.
// `node scripts/pack.js [FOLDER]` writes the tarball there, by default to the current folder, and prints its name and files.
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { PAGES } from './release/addresses.js';
import { packagePages } from './release/pages.js';

/** Fields of package.json that the published package keeps. */
const KEPT = [
  'name',
  'version',
  'description',
  'keywords',
  'author',
  'license',
  'type',
  'bin',
  'engines',
  'repository',
  'homepage',
  'bugs',
];

/** Optional dependency for tokens in the system's keyring; everything else works without it. */
const OPTIONAL = '@napi-rs/keyring';

/** File that the build writes; in the package it is next to the licence. */
const NOTICES = 'THIRD-PARTY-NOTICES.txt';

const whole = JSON.parse(await readFile('package.json', 'utf8'));
const stage = await mkdtemp(join(tmpdir(), 'spotdeck-pack-'));
try {
  const fields = Object.fromEntries(Object.entries(whole).filter(([key]) => KEPT.includes(key)));
  const files = ['dist', ...PAGES, NOTICES];
  await writeFile(
    join(stage, 'package.json'),
    `${JSON.stringify({ ...fields, files, optionalDependencies: { [OPTIONAL]: whole.optionalDependencies[OPTIONAL] }, man: ['docs/spotdeck.1'], publishConfig: { provenance: true } }, null, 2)}\n`,
  );
  for (const { path, content } of packagePages()) {
    await mkdir(dirname(join(stage, path)), { recursive: true });
    await writeFile(join(stage, path), content);
  }
  await cp('dist', join(stage, 'dist'), { recursive: true });
  await rename(join(stage, 'dist', NOTICES), join(stage, NOTICES));
  await rm(join(stage, 'dist', 'metafile.json'));
  const folder = resolve(process.argv[2] ?? '.');
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: stage,
    encoding: 'utf8',
  });
  const packed = JSON.parse(output);
  const [tarball] = Array.isArray(packed) ? packed : Object.values(packed);
  process.stdout.write(`${join(folder, tarball.filename)}\n`);
  for (const { path, size } of tarball.files) process.stdout.write(`${String(size).padStart(9)}  ${path}\n`);
  process.stdout.write(`${String(tarball.size).padStart(9)}  packed, ${tarball.unpackedSize} unpacked\n`);
} finally {
  await rm(stage, { recursive: true, force: true });
}
