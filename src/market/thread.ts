import { Worker } from 'node:worker_threads';

/** The bundle lies beside the program; from the sources, Node runs the entry as it is. */
const ENTRY = import.meta.url.endsWith('.ts') ? './worker.ts' : './market-worker.js';

let ahead: Worker | null = null;

/**
 * Starts a thread that loads the market and waits to be told its options. `compiled` is the folder where Node keeps what it has
 * compiled; a thread does not know it by itself.
 */
export function prepareThread(compiled: string | null): void {
  ahead = makeThread(compiled);
  ahead.unref();
}

/** The thread that waits, or a new one. */
export function takeThread(): Worker {
  const worker = ahead ?? makeThread(null);
  ahead = null;
  return worker;
}

function makeThread(compiled: string | null): Worker {
  return new Worker(new URL(ENTRY, import.meta.url), {
    workerData: { compiled },
    // It needs nothing of the environment, and what it prints must not land on the screen.
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  });
}
