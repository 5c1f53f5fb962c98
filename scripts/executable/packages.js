// Packages for other machines than this one, which npm does not install here.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const CACHE = 'node_modules/.cache/packages';

/** @returns {Record<string, { readonly version: string, readonly integrity: string }>} what the lock file says of each installed path */
const locked = () => JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;

/** @param {string} name @returns {string} the version of a package in the lock file */
export function versionOf(name) {
  const found = locked()[`node_modules/${name}`];
  if (found === undefined) throw new Error(`The lock file has no ${name}.`);
  return found.version;
}

/**
 * The folder of a package, in the version of the lock file: the installed one, or one from the registry, whose tarball must be the one of
 * the lock file.
 * @param {string} name @returns {string}
 */
export function folderOf(name) {
  const installed = join('node_modules', name);
  if (existsSync(join(installed, 'package.json'))) return resolve(installed);
  const version = versionOf(name);
  const folder = resolve(CACHE, `${name.replace('/', '-')}-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const stage = mkdtempSync(join(resolve(CACHE), 'new-'));
  try {
    const tarball = join(stage, tarballOf(`${name}@${version}`, stage));
    const hash = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
    if (hash !== locked()[`node_modules/${name}`]?.integrity)
      throw new Error(`The registry's ${name} ${version} is not the one of the lock file.`);
    execFileSync('tar', ['-xzf', tarball, '-C', stage]);
    // Another start may have been faster.
    if (!existsSync(folder)) renameSync(join(stage, 'package'), folder);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
  return folder;
}

/** @param {string} spec @param {string} cwd the folder it is written to @returns {string} its name */
function tarballOf(spec, cwd) {
  try {
    const packed = JSON.parse(execFileSync('npm', ['pack', '--json', spec], { cwd, encoding: 'utf8', stdio: 'pipe' }));
    const [{ filename }] = Array.isArray(packed) ? packed : Object.values(packed);
    return filename;
  } catch {
    throw new Error(`The registry has no ${spec}: try again when it can be reached.`);
  }
}
