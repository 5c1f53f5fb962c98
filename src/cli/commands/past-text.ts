import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { ownFile } from '../../lib/own-files.ts';

/** The file of the past that a new market of the demo begins with. */
const FILE = 'past.json.br';

/** The text of the simulated past; null when its file is missing or damaged, as a demo without a past works, too. */
export async function pastText(): Promise<string | null> {
  try {
    return String(await promisify(brotliDecompress)(await ownFile(FILE)));
  } catch {
    return null;
  }
}
