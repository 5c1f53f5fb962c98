import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { adjustRegularly } from './v8-flags.ts';

/**
 * Size in bytes at which the space for young objects stops growing. Ten thousand rows are read every other second and most of
 * the objects made are garbage at once; V8 would let that space grow to many times the size needed and keep it.
 */
const MAX_BYTES = 17 * 2 ** 20;

/** Limits the space for young objects. Returns the function that stops it. */
export function limitYoungSpace(): () => void {
  let grows = true;
  return adjustRegularly(() => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
    const below = young < MAX_BYTES;
    if (below === grows) return;
    grows = below;
    setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`);
  });
}
