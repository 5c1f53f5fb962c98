// A folder whose files are the same, in rights and times too, wherever and whenever it is made.
import { chmodSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * @typedef {object} Entry
 * @property {string} path in the folder
 * @property {string | Uint8Array} content
 * @property {boolean} [runs] whether it is a program
 */

/**
 * Writes files to a new folder. @param {string} folder @param {readonly Entry[]} entries
 * @param {number} time of every file and folder, in seconds since 1970
 */
export function writeTree(folder, entries, time) {
  for (const { path, content, runs = false } of entries) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    chmodSync(file, runs ? 0o755 : 0o644);
    utimesSync(file, time, time);
  }
  const folders = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const path of [folder, ...folders.map(({ parentPath, name }) => join(parentPath, name))]) {
    chmodSync(path, 0o755);
    utimesSync(path, time, time);
  }
}
