import { getAsset, isSea } from 'node:sea';
import { Worker } from 'node:worker_threads';

/** Entry of the thread: in the bundle's folder, or the source file. */
const ENTRY = import.meta.url.endsWith('.ts') ? './worker.ts' : './market-worker.js';

/** The same in a single executable: what loads the entry from there. */
const ENTRY_INSIDE = 'thread.js';

/** A thread, and its end, which is observed from the start: its error, or undefined. */
export type Thread = { readonly worker: Worker; readonly over: Promise<unknown> };

let prepared: Thread | null = null;

/**
 * Starts a thread that loads the market and waits for its options. `compiled` is the
 * folder of Node's compile cache, null without one; a thread does not inherit it.
 */
export function prepareThread(compiled: string | null): void {
  prepared = makeThread(compiled);
  prepared.worker.unref();
}

/** The prepared thread, or a new one. */
export function takeThread(): Thread {
  const thread = prepared ?? makeThread(null);
  prepared = null;
  thread.worker.ref();
  return thread;
}

function makeThread(compiled: string | null): Thread {
  const worker = new Worker(isSea() ? getAsset(ENTRY_INSIDE, 'utf8') : new URL(ENTRY, import.meta.url), {
    eval: isSea(),
    workerData: { compiled },
    // It needs nothing of the environment, and its output must not reach the screen.
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  const over = new Promise<unknown>((resolve) => {
    worker.once('error', resolve);
    worker.once('exit', () => resolve(undefined));
  });
  return { worker, over };
}
