import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';

/**
 * Size in bytes at which the space for young objects stops growing. Ten thousand rows are read every other second and most of
 * the objects made are garbage at once; V8 would let that space grow to many times the size needed and keep it.
 */
const MAX_BYTES = 9 * 2 ** 20;

/** Calls a function whenever the program has done something that may have made objects; returns the function that stops it. */
export type Activity = (happened: () => void) => () => void;

/** Limits the space for young objects. Returns the function that stops it. */
export function limitYoungSpace(activity: Activity): () => void {
  let grows = true;
  return adjusting(activity, () => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
    const below = young < MAX_BYTES;
    if (below === grows) return;
    grows = below;
    setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`);
  });
}

/**
 * Heap size in bytes above which the heap grows by a tenth at a time. V8 would let it grow to several times the size of its
 * live objects before it collects garbage: hundreds of megabytes.
 */
const LARGE = 50 * 2 ** 20;
const GROWTH_PERCENT = 10;

/** Slows the growth of the heap while it is large. Returns the function that stops it. */
export function limitOldSpace(activity: Activity): () => void {
  let held = false;
  return adjusting(activity, () => {
    const large = getHeapStatistics().total_heap_size > LARGE;
    if (large === held) return;
    held = large;
    // With 0 percent V8 chooses the growth itself.
    setFlagsFromString(`--heap-growing-percent=${held ? GROWTH_PERCENT : 0}`);
  });
}

/** V8 versions known to have the flags: another would print a complaint over the screen. */
const KNOWN = /^1[234]\./;

/** Calls `check`, which may set flags of V8, now and then; never on another V8 than the known ones. Returns the function that stops it. */
const adjusting = (activity: Activity, check: () => void): (() => void) =>
  KNOWN.test(process.versions.v8) ? checkedAt(activity, check) : () => undefined;

/** Shortest time between two checks of the heap, in milliseconds; a check takes some microseconds. */
const CHECK_MS = 100;

/** Calls `check` during activity. A timer would wake a program that does nothing. Returns the function that stops it. */
export function checkedAt(activity: Activity, check: () => void): () => void {
  let next = 0;
  return activity(() => {
    const now = performance.now();
    if (now < next) return;
    next = now + CHECK_MS;
    check();
  });
}
