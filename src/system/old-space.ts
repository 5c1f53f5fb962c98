import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/**
 * Heap size in bytes above which the heap grows by a tenth at a time. V8 would let it grow to several times the size of its
 * live objects before it collects garbage: hundreds of megabytes.
 */
const LARGE = 110 * 2 ** 20;
const CHECK_MS = 100;
const GROWTH_PERCENT = 10;

/** V8 versions known to have the flag: another would print a complaint over the screen. */
const KNOWN = /^1[234]\./;

/** Slows the growth of the heap while it is large. Returns the function that stops it. */
export function limitOldSpace(): () => void {
  if (!KNOWN.test(process.versions.v8)) return () => undefined;
  let held = false;
  const check = (): void => {
    const large = getHeapStatistics().total_heap_size > LARGE;
    if (large === held) return;
    held = large;
    // With 0 percent V8 chooses the growth itself.
    setFlagsFromString(`--heap-growing-percent=${held ? GROWTH_PERCENT : 0}`);
  };
  const timer = setInterval(check, CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
