// The files of a release, from the built program.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { licencesOf } from '../executable/licences.js';
import { nodeOf } from '../executable/targets.js';
import { sha256 } from '../manifest.js';
import { downloadOf, repositoryOf } from './addresses.js';
import { writeArchive } from './archive.js';
import { sectionOf } from './changelog.js';
import { architectureOf, writeDebian } from './debian.js';
import { formulaOf } from './formula.js';
import { packagePages } from './pages.js';
import { printedBy } from './run.js';
import { sbomOf } from './sbom.js';

/** @typedef {import('./tree.js').Entry} Entry */

const SHELLS = ['bash', 'zsh', 'fish'];
/** List of all others with their hashes. */
const SUMS = 'SHA256SUMS';

/** Names of what is written for a version. @param {string} version @param {readonly string[]} targets @param {boolean} hasAddress @returns {readonly string[]} */
export const namesOf = (version, targets, hasAddress) => [
  `spotdeck-${version}.tgz`,
  ...targets.flatMap((target) => [archiveNamed(version, target), debianNamed(version, target)]),
  `spotdeck-${version}.cdx.json`,
  'release-notes.md',
  ...(hasAddress ? ['spotdeck.rb'] : []),
  SUMS,
];

const archiveNamed = (/** @type {string} */ version, /** @type {string} */ target) =>
  `spotdeck-${version}-${target}.tar.xz`;
const debianNamed = (/** @type {string} */ version, /** @type {string} */ target) =>
  `spotdeck_${version}_${architectureOf(target)}.deb`;

/** Who maintains a Debian package: package.json's author, or those who have the copyright. @param {{ author?: unknown }} manifest @returns {string} */
function maintainerIn({ author }) {
  if (typeof author === 'string') return author;
  const [, holder] = /^Copyright \(c\) [\d, -]+(.*)$/m.exec(readFileSync('LICENSE', 'utf8')) ?? [];
  if (holder === undefined) throw new Error('LICENSE names nobody who has the copyright.');
  return holder;
}

/** What goes with an executable. @param {string} target @returns {readonly Entry[]} */
function entriesFor(target) {
  const program = printedBy(process.execPath, ['scripts/executable.js', '--cached', target]).trim();
  return [
    { path: 'spotdeck', content: readFileSync(program), runs: true },
    ...licencesOf(target, nodeOf(target, null).licence).map(([path, content]) => ({ path, content })),
    ...packagePages().filter(({ path }) => path !== 'LICENSE'),
    ...SHELLS.map((shell) => ({
      path: `completions/spotdeck.${shell}`,
      content: printedBy(process.execPath, ['dist/cli.js', 'completion', shell]),
    })),
  ];
}

/**
 * Writes all files of a release to a folder, which has nothing else then.
 * @param {string} folder @param {readonly string[]} targets @param {number} level of compression, 0 to 9
 * @returns {readonly { readonly name: string, readonly size: number }[]}
 */
export function writeFiles(folder, targets, level) {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  const { version, description, license, homepage } = manifest;
  const section = sectionOf(readFileSync('CHANGELOG.md', 'utf8'), version);
  if (section === null || section.date === null) throw new Error(`CHANGELOG.md has no date for ${version}.`);
  const time = Date.parse(section.date) / 1000;
  const repository = repositoryOf(manifest);
  const stage = mkdtempSync(join(tmpdir(), 'spotdeck-release-'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (/** @type {string} */ name, /** @type {string} */ text) => writeFileSync(join(folder, name), text);
  const stageFor = (/** @type {string} */ name) => {
    const path = join(stage, name);
    mkdirSync(path);
    return path;
  };
  try {
    printedBy(process.execPath, ['scripts/pack.js', folder]);
    for (const target of targets) {
      const entries = entriesFor(target);
      const name = archiveNamed(version, target);
      const archive = { name: name.replace('.tar.xz', ''), path: join(resolve(folder), name) };
      writeArchive({ ...archive, stage: stageFor(name), entries, time, level });
      const debian = debianNamed(version, target);
      const about = { version, description, maintainer: maintainerIn(manifest), homepage: homepage ?? repository };
      writeDebian({ stage: stageFor(debian), path: join(folder, debian), target, about, entries, time, level });
    }
    write(`spotdeck-${version}.cdx.json`, sbomOf(version, targets, time));
    write('release-notes.md', `${section.text}\n`);
    if (repository !== null) {
      const tarball = `spotdeck-${version}.tgz`;
      const url = downloadOf(repository, `v${version}`, tarball);
      const hash = sha256(readFileSync(join(folder, tarball)));
      write('spotdeck.rb', formulaOf({ description, homepage: homepage ?? repository, license, url, sha256: hash }));
    }
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
  const names = readdirSync(folder).toSorted();
  write(SUMS, names.map((name) => `${sha256(readFileSync(join(folder, name)))}  ${name}\n`).join(''));
  return [...names, SUMS].map((name) => ({ name, size: statSync(join(folder, name)).size }));
}
