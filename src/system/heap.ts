import { isSea } from 'node:sea';
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Subscribes to work that may have made objects. */
export type Activity = (happened: () => void) => () => void;

/** Each refresh turns ten thousand rows into garbage: V8 would grow the young space far beyond need. */
const MAX_BYTES = 9 * 2 ** 20;

export const limitYoungSpace = (activity: Activity): (() => void) =>
  switchFlag(activity, true, isYoungSmall, (grows) => `--semi-space-growth-factor=${grows ? 2 : 1}`);

const isYoungSmall = (): boolean =>
  (getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0) < MAX_BYTES;

/** Above it the heap grows by a tenth at a time: V8 would take several times its live objects. */
const LARGE = 50 * 2 ** 20;
const GROWTH_PERCENT = 10;

/** With 0 percent V8 chooses the growth itself. */
export const limitOldSpace = (activity: Activity): (() => void) =>
  switchFlag(activity, false, isHeapLarge, (large) => `--heap-growing-percent=${large ? GROWTH_PERCENT : 0}`);

const isHeapLarge = (): boolean => getHeapStatistics().total_heap_size > LARGE;

/** Other versions could complain over the screen about unknown flags. */
const KNOWN = /^1[234]\./;

function switchFlag(
  activity: Activity,
  first: boolean,
  measure: () => boolean,
  flagFor: (is: boolean) => string,
): () => void {
  if (!KNOWN.test(process.versions.v8)) return () => undefined;
  let was = first;
  return checkedAt(activity, () => {
    const is = measure();
    if (is !== was) setFlagsFromString(flagFor(is));
    was = is;
  });
}

/** In milliseconds; a check takes microseconds. */
const CHECK_MS = 100;

/** Checks during activity: a timer would wake an idle program. */
export function checkedAt(activity: Activity, check: () => void): () => void {
  let next = 0;
  return activity(() => {
    const now = performance.now();
    if (now < next) return;
    next = now + CHECK_MS;
    check();
  });
}

/** Above this share V8 mostly collects garbage, and soon aborts. */
const MAX_SHARE = 0.75;
const COLLECTING_SHARE = 0.1;
const MB = 2 ** 20;

/** In bytes. */
export type HeapUse = { readonly used: number; readonly limit: number };

/** Calls `full` before V8 aborts and leaves the terminal raw, on the alternate screen. */
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

export function heapSentence({ used, limit }: HeapUse): string {
  const more = Math.max(512, 2 * Math.ceil(limit / MB));
  return `spotdeck has ended because its memory is full: ${Math.round(used / MB)} of ${Math.round(limit / MB)} MB are in use. ${isSea() ? 'The single file can not be given more: install the npm package, and start that' : 'Start it'} with NODE_OPTIONS=--max-old-space-size=${more}.`;
}

/** Node's option, or nearly the whole heap: V8 includes young objects. */
function heapLimit(options: readonly string[]): number {
  const given = [...options.join(' ').matchAll(/--max[-_]old[-_]space[-_]size[= ](\d+)/g)].at(-1)?.[1];
  return given === undefined ? 0.95 * getHeapStatistics().heap_size_limit : Number(given) * MB;
}

function oldBytes(): number {
  const young = getHeapSpaceStatistics().filter(({ space_name }) => space_name.startsWith('new_'));
  return young.reduce((rest, { space_used_size }) => rest - space_used_size, getHeapStatistics().used_heap_size);
}

/** A running program can start a collection no other way. */
function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  if (typeof gc === 'function') gc();
}
