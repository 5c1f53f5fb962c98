import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Variables } from '../driver/environment.ts';

/** A block of an event loop: its end in milliseconds since 1970, its length, and the processor time of its thread. */
export type Block = { readonly at: number; readonly ms: number; readonly own: number };

const HOOK = fileURLToPath(new URL('./blocks.ts', import.meta.url));

/** Variables with which a program writes its longer blocks to a file. */
export const blocksTo = (path: string): Variables => ({
  SPOTDECK_BENCH_BLOCKS: path,
  NODE_OPTIONS: `--no-warnings --import ${HOOK}`,
});

/** The blocks that ended in a time, in milliseconds since 1970. */
export function blocksIn(path: string, from: number, to: number): readonly Block[] {
  return (existsSync(path) ? readFileSync(path, 'utf8') : '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Block => {
      const [at = 0, ms = 0, own = 0] = line.split(' ').map(Number);
      return { at, ms, own };
    })
    .filter(({ at }) => at >= from && at < to);
}
