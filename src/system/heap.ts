import { isSea } from 'node:sea';
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

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

/** Share of the limit that live objects may fill. Above it V8 does little but collect garbage, and soon aborts. */
const MAX_SHARE = 0.75;
/** Largest share of the time for collections that the watch starts. */
const COLLECTING_SHARE = 0.1;
const MB = 2 ** 20;

/** Size of long-lived objects and its limit, in bytes. */
export type HeapUse = { readonly used: number; readonly limit: number };

/**
 * Watches the heap while the console runs: V8 aborts a process that runs out of heap, which would leave the terminal raw and on
 * the alternate screen. Calls `full` once when live objects still fill most of the heap after a collection.
 * Returns the function that stops the watch.
 */
export function watchHeap(activity: Activity, full: (use: HeapUse) => void): () => void {
  const limit = heapLimit(isSea() ? [] : [...process.execArgv, process.env['NODE_OPTIONS'] ?? '']);
  let next = 0;
  const stop = checkedAt(activity, () => {
    const began = performance.now();
    if (began < next || oldBytes() < MAX_SHARE * limit) return;
    collect();
    const took = performance.now() - began;
    next = began + took / COLLECTING_SHARE;
    const used = oldBytes();
    if (used < MAX_SHARE * limit) return;
    stop();
    full({ used, limit });
  });
  return stop;
}

/** Sentence for the operator when the heap is full, with the way to enlarge it. */
export function heapSentence({ used, limit }: HeapUse): string {
  const more = Math.max(512, 2 * Math.ceil(limit / MB));
  return `spotdeck has ended because its memory is full: ${Math.round(used / MB)} of ${Math.round(limit / MB)} MB are in use. ${isSea() ? 'The single file can not be given more: install the npm package, and start that' : 'Start it'} with NODE_OPTIONS=--max-old-space-size=${more}.`;
}

/**
 * The limit of long-lived objects in bytes: Node's option, or nearly the whole heap. V8 includes the space for young
 * objects, which is a few percent of a heap of the default size, and several times the rest of a small one.
 */
function heapLimit(options: readonly string[]): number {
  const given = [...options.join(' ').matchAll(/--max[-_]old[-_]space[-_]size[= ](\d+)/g)].at(-1)?.[1];
  return given === undefined ? 0.95 * getHeapStatistics().heap_size_limit : Number(given) * MB;
}

/** The bytes of all objects outside the space for young ones, garbage included. */
function oldBytes(): number {
  const young = getHeapSpaceStatistics().filter(({ space_name }) => space_name.startsWith('new_'));
  return young.reduce((rest, { space_used_size }) => rest - space_used_size, getHeapStatistics().used_heap_size);
}

/** Collects all garbage. A running program has no other way to start a collection. */
function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  if (typeof gc === 'function') gc();
}
