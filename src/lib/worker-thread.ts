import { getAsset, isSea } from 'node:sea';
import { Worker } from 'node:worker_threads';

/** In a single executable: what loads the entry of a thread from there. */
const INSIDE = 'thread.js';

/** The entry of a thread: its source beside the file that starts it, and its name in the folder of the bundle. */
export type ThreadEntry = { readonly from: string; readonly source: string; readonly built: string };

/** What a thread is given when it starts: the folder of Node's compile cache, which it does not inherit, and the name of its entry. */
export type ThreadData = { readonly compiled: string | null; readonly entry: string };

/** Starts a thread. It has nothing of the environment, and its output must be read: it never reaches the screen. */
export function startThread({ from, source, built }: ThreadEntry, compiled: string | null): Worker {
  const workerData: ThreadData = { compiled, entry: built };
  return new Worker(isSea() ? getAsset(INSIDE, 'utf8') : new URL(from.endsWith('.ts') ? source : `./${built}`, from), {
    eval: isSea(),
    workerData,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  });
}
