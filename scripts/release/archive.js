// The archive of a single executable with what belongs to it.
import { printedBy } from './run.js';
import { writeTree } from './tree.js';

/** @typedef {import('./tree.js').Entry} Entry */

/**
 * Writes a `.tar.xz` that has all in one folder of its own name.
 * @param {object} archive
 * @param {string} archive.stage an empty folder
 * @param {string} archive.name of that folder
 * @param {readonly Entry[]} archive.entries
 * @param {string} archive.path
 * @param {number} archive.time seconds since 1970
 * @param {number} archive.level of the compression, 0 to 9
 */
export function writeArchive({ stage, name, entries, path, time, level }) {
  writeTree(
    stage,
    entries.map((entry) => ({ ...entry, path: `${name}/${entry.path}` })),
    time,
  );
  const tar = `${stage}/archive.tar`;
  const same = ['--format=ustar', '--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${time}`];
  printedBy('tar', [...same, '-cf', tar, '-C', stage, name]);
  // With threads the bytes are the same for any number of them, and others with one.
  printedBy('xz', [`-${level}`, '--threads=2', '--block-size=24MiB', '--force', tar]);
  printedBy('mv', [`${tar}.xz`, path]);
}
