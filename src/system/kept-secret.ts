import { closeSync, constants, fsyncSync, lstatSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../lib/folders.ts';
import { describeError } from '../lib/os-error.ts';
import { stateFolder } from './app-log.ts';

/** Files with a secret shown while a console was killed. */
const NAME = /^unsaved-(?:api-key|private-key)-[0-9a-f-]{36}$/;

/** Saves a secret while the program is being ended. @throws with a sentence, and leaves no file. */
export function keepSecret(what: 'api-key' | 'private-key', text: string): string {
  const folder = stateFolder();
  try {
    makeFolder(folder);
    const entry = lstatSync(folder);
    const { mode, uid } = entry;
    if (!entry.isDirectory()) throw new Error(`${folder} is a link`);
    if ((mode & 0o022) !== 0 || (process.getuid !== undefined && uid !== process.getuid()))
      throw new Error(`others can write to ${folder}`);
    const path = join(folder, `unsaved-${what}-${crypto.randomUUID()}`);
    const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW;
    const file = openSync(path, flags, 0o600);
    try {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.byteLength; ) at += writeSync(file, bytes, at);
      bytes.fill(0);
      fsyncSync(file);
    } catch (error) {
      rmSync(path, { force: true });
      throw error;
    } finally {
      closeSync(file);
    }
    return path;
  } catch (error) {
    throw new Error(`It could not be saved to ${folder}: ${describeError(error)}.`);
  }
}

export function keptSecrets(): readonly string[] {
  const folder = stateFolder();
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && NAME.test(entry.name))
      .map(({ name }) => join(folder, name))
      .toSorted();
  } catch {
    return [];
  }
}
