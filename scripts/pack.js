// Makes the package that is published: the bundle alone, without dependencies, in a folder of its own, and its tarball.
// `node scripts/pack.js [FOLDER]` puts the tarball there, otherwise into the present folder; prints its name and files.
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** What of this package's description counts for who installs it. */
const KEPT = [
  'name',
  'version',
  'description',
  'keywords',
  'license',
  'type',
  'bin',
  'engines',
  'repository',
  'homepage',
];

/** For those who keep tokens in the system's keyring; without it everything else works. */
const OPTIONAL = '@napi-rs/keyring';

/** Made by the build from what is in the bundle; in the package it stands beside the licence. */
const NOTICES = 'THIRD-PARTY-NOTICES.txt';

const whole = JSON.parse(await readFile('package.json', 'utf8'));
const stage = await mkdtemp(join(tmpdir(), 'spotdeck-pack-'));
try {
  const kept = Object.fromEntries(Object.entries(whole).filter(([key]) => KEPT.includes(key)));
  const files = ['dist', 'docs', 'README.md', 'LICENSE', NOTICES, 'CHANGELOG.md'];
  await writeFile(
    join(stage, 'package.json'),
    `${JSON.stringify({ ...kept, files, optionalDependencies: { [OPTIONAL]: whole.optionalDependencies[OPTIONAL] }, man: ['docs/spotdeck.1'], publishConfig: { provenance: true } }, null, 2)}\n`,
  );
  for (const name of files)
    await cp(name === NOTICES ? join('dist', NOTICES) : name, join(stage, name), { recursive: true });
  for (const name of [NOTICES, 'metafile.json']) await rm(join(stage, 'dist', name));
  const folder = resolve(process.argv[2] ?? '.');
  const said = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: stage, encoding: 'utf8' });
  const packed = JSON.parse(said);
  const [one] = Array.isArray(packed) ? packed : Object.values(packed);
  process.stdout.write(`${join(folder, one.filename)}\n`);
  for (const { path, size } of one.files) process.stdout.write(`${String(size).padStart(9)}  ${path}\n`);
  process.stdout.write(`${String(one.size).padStart(9)}  packed, ${one.unpackedSize} unpacked\n`);
} finally {
  await rm(stage, { recursive: true, force: true });
}
