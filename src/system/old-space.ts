import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { adjustRegularly } from './v8-flags.ts';

/**
 * Heap size in bytes above which the heap grows by a tenth at a time. V8 would let it grow to several times the size of its
 * live objects before it collects garbage: hundreds of megabytes.
 */
const LARGE = 110 * 2 ** 20;
const GROWTH_PERCENT = 10;

/** Slows the growth of the heap while it is large. Returns the function that stops it. */
export function limitOldSpace(): () => void {
  let held = false;
  return adjustRegularly(() => {
    const large = getHeapStatistics().total_heap_size > LARGE;
    if (large === held) return;
    held = large;
    // With 0 percent V8 chooses the growth itself.
    setFlagsFromString(`--heap-growing-percent=${held ? GROWTH_PERCENT : 0}`);
  });
}
