import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/**
 * V8 lets the heap grow to several times what is in use before it collects what is not. With a heap of this size that
 * would be hundreds of megabytes: from here on it grows by a tenth at a time. Bytes.
 */
const LARGE = 110 * 2 ** 20;
const LOOK_MS = 100;
const BY_PERCENT = 10;

/** The engines that are known to have the setting: another would complain of it on the screen. */
const KNOWN = /^1[234]\./;

/** Holds the heap down while it is large; answers with what ends it. */
export function limitOldSpace(): () => void {
  if (!KNOWN.test(process.versions.v8)) return () => undefined;
  let held = false;
  const check = (): void => {
    const large = getHeapStatistics().total_heap_size > LARGE;
    if (large === held) return;
    held = large;
    // Of 0 percent V8 finds a measure of its own.
    setFlagsFromString(`--heap-growing-percent=${held ? BY_PERCENT : 0}`);
  };
  const timer = setInterval(check, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
