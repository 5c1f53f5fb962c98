// The licences of all that an executable contains.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { noticeOf } from '../notices.js';
import { folderOf } from './packages.js';
import { targetNamed } from './targets.js';

const NOTICES = 'THIRD-PARTY-NOTICES.txt';

/**
 * Texts by the names of their files.
 * @param {string} name of the target @param {string} ofNode licence of its Node @returns {readonly (readonly [string, string])[]}
 */
export function licencesOf(name, ofNode) {
  const line = `\n${'-'.repeat(80)}\n\n`;
  const keyring = noticeOf(folderOf(targetNamed(name).keyring));
  return [
    ['LICENSE', readFileSync('LICENSE', 'utf8')],
    ['NODE-LICENSE.txt', ofNode],
    [NOTICES, `${readFileSync(join('dist', NOTICES), 'utf8')}${line}${keyring}\n`],
  ];
}
