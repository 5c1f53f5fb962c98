import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * Size in bytes at which the space for young objects stops growing. Ten thousand rows are read every other second and most of
 * the objects made are garbage at once; V8 would let that space grow to many times the size needed and keep it.
 */
const MAX_BYTES = 17 * 2 ** 20;
const CHECK_MS = 100;

/** V8 versions known to have the flag: another would print a complaint over the screen. */
const KNOWN = /^1[234]\./;

/** Limits the space for young objects. Returns the function that stops it. */
export function limitYoungSpace(): () => void {
  if (!KNOWN.test(process.versions.v8)) return () => undefined;
  let grows = true;
  const check = (): void => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
    const below = young < MAX_BYTES;
    if (below === grows) return;
    grows = below;
    setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`);
  };
  const timer = setInterval(check, CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
