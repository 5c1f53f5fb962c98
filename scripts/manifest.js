// The list of the program's files, by which `spotdeck doctor` finds out whether they are whole.
import { createHash } from 'node:crypto';

/** Its name beside the program. */
export const MANIFEST = 'manifest.json';

/** @param {string | Uint8Array} content @returns {string} */
export const sha256 = (content) => createHash('sha256').update(content).digest('hex');

/** @param {Iterable<readonly [string, string | Uint8Array]>} files by name @returns {string} its text */
export const manifestOf = (files) =>
  JSON.stringify(Object.fromEntries([...files].map(([name, content]) => [name, sha256(content)])));
