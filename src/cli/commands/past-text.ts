import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

/** The file that the build puts beside the program: the past that a new market of the demo begins with. */
const FILE = new URL('./past.json.br', import.meta.url);

/** The text of the simulated past; null when its file is missing or damaged, as a demo without a past works, too. */
export async function pastText(): Promise<string | null> {
  try {
    return String(await promisify(brotliDecompress)(await readFile(FILE)));
  } catch {
    return null;
  }
}
