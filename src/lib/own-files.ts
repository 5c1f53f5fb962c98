import { readFile } from 'node:fs/promises';
import { getRawAsset, isSea } from 'node:sea';

/**
 * Reads a file that the build puts beside the program, or into a single executable, which scripts/executable.js makes. `elsewhere` is its
 * place from the program's folder where that is another one.
 * @throws when it is missing
 */
export async function ownFile(name: string, elsewhere = `./${name}`): Promise<Uint8Array> {
  // A copy: the memory of the executable itself must not be written to.
  return isSea() ? new Uint8Array(getRawAsset(name).slice(0)) : readFile(new URL(elsewhere, import.meta.url));
}
