// The Debian package: the single executable where Debian has programs, with man page, completions, units and pages.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { printedBy } from './run.js';
import { writeTree } from './tree.js';

/** @typedef {import('./tree.js').Entry} Entry */

/** What Debian calls processors. @type {Readonly<Record<string, string>>} */
const ARCHITECTURES = { 'linux-x64': 'amd64', 'linux-arm64': 'arm64' };

/** @param {string} target @returns {string} what Debian calls its processor */
export function architectureOf(target) {
  const found = ARCHITECTURES[target];
  if (found === undefined) throw new Error(`There is no Debian package for ${target}.`);
  return found;
}

/** Libraries that the Node in the executable needs. */
const DEPENDS = 'libc6 (>= 2.28), libgcc-s1, libstdc++6';

/** Units of systemd in the archive; Debian starts none of them by itself. */
const UNITS = 'contrib/systemd/';

/** Where Debian has a file of the archive. @param {string} path @returns {string} */
export function placeOf(path) {
  const doc = 'usr/share/doc/spotdeck';
  switch (path) {
    case 'spotdeck':
      return 'usr/bin/spotdeck';
    case 'docs/spotdeck.1':
      return 'usr/share/man/man1/spotdeck.1.gz';
    case 'completions/spotdeck.bash':
      return 'usr/share/bash-completion/completions/spotdeck';
    case 'completions/spotdeck.zsh':
      return 'usr/share/zsh/vendor-completions/_spotdeck';
    case 'completions/spotdeck.fish':
      return 'usr/share/fish/vendor_completions.d/spotdeck.fish';
    case 'LICENSE':
      return `${doc}/copyright`;
    case 'CHANGELOG.md':
      return `${doc}/changelog.gz`;
    default:
      return path.startsWith(UNITS) ? `usr/lib/systemd/system/${path.slice(UNITS.length)}` : `${doc}/${path}`;
  }
}

/**
 * Writes the package. @param {object} debian
 * @param {string} debian.stage an empty folder
 * @param {string} debian.target
 * @param {{ readonly version: string, readonly description: string, readonly maintainer: string, readonly homepage: string | null }} debian.about
 * @param {readonly Entry[]} debian.entries those of the archive
 * @param {string} debian.path
 * @param {number} debian.time seconds since 1970
 * @param {number} debian.level of the compression, 0 to 9; 0 compresses nothing
 */
export function writeDebian({ stage, target, about, entries, path, time, level }) {
  const files = entries.map((entry) => {
    const place = placeOf(entry.path);
    // Without the time that it was packed.
    return {
      ...entry,
      path: place,
      content: place.endsWith('.gz') ? gzipSync(entry.content, { level: 9 }) : entry.content,
    };
  });
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
  const sums = files.map(({ path, content }) => `${createHash('md5').update(content).digest('hex')}  ${path}\n`);
  const control = [
    'Package: spotdeck',
    `Version: ${about.version}`,
    `Architecture: ${architectureOf(target)}`,
    `Maintainer: ${about.maintainer}`,
    `Installed-Size: ${Math.ceil(bytes / 1024)}`,
    `Depends: ${DEPENDS}`,
    'Section: admin',
    'Priority: optional',
    ...(about.homepage === null ? [] : [`Homepage: ${about.homepage}`]),
    `Description: ${about.description.replace(/:.*$|\.$/, '')}`,
    ` ${about.description}`,
  ];
  const root = join(stage, 'root');
  writeTree(
    stage,
    [
      ...files.map((file) => ({ ...file, path: `root/${file.path}` })),
      { path: 'root/DEBIAN/control', content: `${control.join('\n')}\n` },
      { path: 'root/DEBIAN/md5sums', content: sums.toSorted().join('') },
    ],
    time,
  );
  // Here xz would take as long as for the archive, even at its lowest level.
  const compression = level === 0 ? ['-Znone'] : ['-Zxz', `-z${level}`];
  printedBy('dpkg-deb', ['--root-owner-group', ...compression, '-b', root, path], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(time) },
  });
}
