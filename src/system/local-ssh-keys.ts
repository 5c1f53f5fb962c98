import { existsSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fingerprint } from '../resources/ssh-fingerprint.ts';
import { inHome } from './files.ts';

const LONGEST_KEY = 65_536;

/** Reading a pipe would block the console. */
function isKeyFile(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size <= LONGEST_KEY;
}

/** Public keys in ~/.ssh with a private key beside them. Private keys are not opened. */
export async function localSshKeys(): Promise<ReadonlySet<string>> {
  const folder = inHome('~/.ssh');
  if (!existsSync(folder)) return new Set();
  const names = (await readdir(folder)).filter(
    (name) => name.endsWith('.pub') && existsSync(join(folder, name.slice(0, -4))) && isKeyFile(join(folder, name)),
  );
  const found = await Promise.all(names.map(async (name) => fingerprint(await readFile(join(folder, name), 'utf8'))));
  return new Set(found.flatMap((one) => (one === null ? [] : [one.sha256])));
}
