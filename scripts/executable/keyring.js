// In a single executable: the library of the system's keyring. The system loads native code from a file alone. It is in a new folder
// that only this user can write to, and is deleted once it is loaded; where a folder may hold no programs, the next one is tried.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRawAsset } from 'node:sea';
import envPaths from 'env-paths';

/** @returns {typeof import('@napi-rs/keyring')} */
function load() {
  let problem;
  for (const parent of [envPaths('spotdeck', { suffix: '' }).cache, tmpdir()]) {
    try {
      return loadIn(parent);
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}

/** @param {string} parent @returns {typeof import('@napi-rs/keyring')} */
function loadIn(parent) {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(parent, 'keyring-'));
  try {
    const file = join(folder, 'keyring.node');
    writeFileSync(file, new Uint8Array(getRawAsset('keyring.node')), { flag: 'wx', mode: 0o700 });
    const library = { exports: /** @type {typeof import('@napi-rs/keyring')} */ ({}) };
    process.dlopen(library, file);
    return library.exports;
  } finally {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Windows keeps a file that is loaded.
    }
  }
}

export const { AsyncEntry } = load();
