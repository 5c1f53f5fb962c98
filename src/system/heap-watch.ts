import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How often the heap is looked at. Milliseconds; a look takes some microseconds. */
const LOOK_MS = 100;
/** The part of the limit that objects that are in use may fill. Above it V8 is busy with nothing but collecting, and soon aborts. */
const MOST = 0.75;
/** The part of the time that collections which the watch asks for may take. */
const COLLECTING = 0.1;
const MB = 2 ** 20;

/** Bytes of long-lived objects, and how many there may be. */
export type HeapUse = { readonly used: number; readonly limit: number };

/**
 * Watches the heap while the console runs: V8 ends a process that runs out of it without a word to the process, and the terminal
 * would be left raw and on the alternate screen. `full` hears once that what is in use fills most of the heap also after a
 * collection. Answers with what ends the watch.
 */
export function watchHeap(full: (use: HeapUse) => void): () => void {
  const limit = heapLimit([...process.execArgv, process.env['NODE_OPTIONS'] ?? '']);
  let next = 0;
  const timer = setInterval(() => {
    const began = performance.now();
    if (began < next || oldBytes() < MOST * limit) return;
    collect();
    const took = performance.now() - began;
    next = began + took / COLLECTING;
    const used = oldBytes();
    if (used < MOST * limit) return;
    clearInterval(timer);
    full({ used, limit });
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** What the operator reads when the heap is full, and what to do. */
export function heapSentence({ used, limit }: HeapUse): string {
  const more = Math.max(512, 2 * Math.ceil(limit / MB));
  return `spotdeck has ended because its memory is full: ${Math.round(used / MB)} of ${Math.round(limit / MB)} MB are in use. Start it with NODE_OPTIONS=--max-old-space-size=${more}.`;
}

/**
 * How many bytes long-lived objects may take: what Node was told, or nearly the whole heap. V8 counts the space for young objects
 * in, which is some percent of a heap of the usual size, and several times the rest of a small one.
 */
export function heapLimit(options: readonly string[]): number {
  const given = [...options.join(' ').matchAll(/--max[-_]old[-_]space[-_]size[= ](\d+)/g)].at(-1)?.[1];
  return given === undefined ? 0.95 * getHeapStatistics().heap_size_limit : Number(given) * MB;
}

/** What objects take that have outlived the space for young ones, and garbage among them. */
function oldBytes(): number {
  const young = getHeapSpaceStatistics().filter(({ space_name }) => space_name.startsWith('new_'));
  return young.reduce((rest, { space_used_size }) => rest - space_used_size, getHeapStatistics().used_heap_size);
}

/** Collects all garbage. Node has no other way to it in a program that is running. */
function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  if (typeof gc === 'function') gc();
}
