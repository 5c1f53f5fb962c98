import { Worker } from 'node:worker_threads';

/** The bundle lies beside the program; from the sources, Node runs the entry as it is. */
const ENTRY = import.meta.url.endsWith('.ts') ? './worker.ts' : './market-worker.js';

/** A thread, and its end, which is heard of from the start: what it failed of, or undefined. */
export type Thread = { readonly worker: Worker; readonly over: Promise<unknown> };

let ahead: Thread | null = null;

/**
 * Starts a thread that loads the market and waits to be told its options. `compiled` is the folder where Node keeps what it has
 * compiled, null when it keeps nothing; a thread does not know it by itself.
 */
export function prepareThread(compiled: string | null): void {
  ahead = makeThread(compiled);
  ahead.worker.unref();
}

/** The thread that waits, or a new one. */
export function takeThread(): Thread {
  const thread = ahead ?? makeThread(null);
  ahead = null;
  thread.worker.ref();
  return thread;
}

function makeThread(compiled: string | null): Thread {
  const worker = new Worker(new URL(ENTRY, import.meta.url), {
    workerData: { compiled },
    // It needs nothing of the environment, and what it prints must not land on the screen.
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
