// The version of a release in the files that say it.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sectionOf, withRelease } from './changelog.js';
import { printedBy } from './run.js';

/** What `setVersion` changes: the built program, and the files that say the version. */
export const CHANGED = ['dist', 'docs/spotdeck.1', 'CHANGELOG.md', 'package-lock.json', 'package.json'];

/** Sets the version, and gives the changelog's section its name and date. @param {string} version @param {string} date */
export function setVersion(version, date) {
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  if (sectionOf(changelog, version) === null) writeFileSync('CHANGELOG.md', withRelease(changelog, version, date));
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  writeFileSync('package.json', `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const packages = { ...lock.packages, '': { ...lock.packages[''], version } };
  writeFileSync('package-lock.json', `${JSON.stringify({ ...lock, version, packages }, null, 2)}\n`);
  build();
  printedBy(process.execPath, ['scripts/docs.ts']);
}

/** Builds the program anew. The past of the demo is the same in each version, and is taken from the program that the release began with. */
function build() {
  const folder = mkdtempSync(join(tmpdir(), 'spotdeck-past-'));
  const past = join(folder, 'past.json.br');
  try {
    copyFileSync('dist/past.json.br', past);
    printedBy(process.execPath, ['scripts/build.js', `--past=${past}`]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
