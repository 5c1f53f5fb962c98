import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * Ten thousand rows are read again every other second, and nearly all of what that makes is thrown away at once. Left to
 * itself V8 lets the space for such young things grow to many times what it needs, and keeps it. Bytes.
 */
const ENOUGH = 17 * 2 ** 20;
const LOOK_MS = 100;

/** The engines that are known to have the setting: another would complain of it on the screen. */
const KNOWN = /^1[234]\./;

/** Holds the space for young things down; answers with what ends it. */
export function limitYoungSpace(): () => void {
  if (!KNOWN.test(process.versions.v8)) return () => undefined;
  let grows = true;
  const check = (): void => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
    const may = young < ENOUGH;
    if (may === grows) return;
    grows = may;
    setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`);
  };
  const timer = setInterval(check, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
