import type { Worker } from 'node:worker_threads';
import { startThread } from '../../lib/bundled.ts';

const ENTRY = { from: import.meta.url, source: './worker.ts', built: 'market-worker.js' };

/** `over`: its error, or undefined. */
export type Thread = { readonly worker: Worker; readonly over: Promise<unknown> };

let prepared: Thread | null = null;

/** Starts a thread early. `compiled`: folder of Node's compile cache, not inherited by threads. */
export function prepareThread(compiled: string | null): void {
  prepared = makeThread(compiled);
  prepared.worker.unref();
}

export function takeThread(): Thread {
  const thread = prepared ?? makeThread(null);
  prepared = null;
  thread.worker.ref();
  return thread;
}

function makeThread(compiled: string | null): Thread {
  const worker = startThread(ENTRY, compiled);
  const over = new Promise<unknown>((resolve) => {
    worker.once('error', resolve);
    worker.once('exit', () => resolve(undefined));
  });
  return { worker, over };
}
