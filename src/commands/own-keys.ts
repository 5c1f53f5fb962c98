import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fingerprint } from '../resources/fingerprint.ts';
import { inHome } from './files.ts';

/** The fingerprints of the public keys in ~/.ssh whose private half lies beside them. Private halves are not opened. */
export async function ownKeys(): Promise<ReadonlySet<string>> {
  const folder = inHome('~/.ssh');
  if (!existsSync(folder)) return new Set();
  const names = (await readdir(folder)).filter(
    (name) => name.endsWith('.pub') && existsSync(join(folder, name.slice(0, -4))),
  );
  const found = await Promise.all(names.map(async (name) => fingerprint(await readFile(join(folder, name), 'utf8'))));
  return new Set(found.flatMap((one) => (one === null ? [] : [one.sha256])));
}
