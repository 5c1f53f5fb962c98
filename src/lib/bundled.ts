import { readFile } from 'node:fs/promises';
import { getAsset, getRawAsset, isSea } from 'node:sea';
import { Worker } from 'node:worker_threads';

/** Beside the program, or in a single executable. @throws when it is missing */
export async function ownFile(name: string, elsewhere = `./${name}`): Promise<Uint8Array> {
  // A copy: the executable's memory must not be written to.
  return isSea() ? new Uint8Array(getRawAsset(name).slice(0)) : readFile(new URL(elsewhere, import.meta.url));
}

const INSIDE = 'thread.js';

export type ThreadEntry = { readonly from: string; readonly source: string; readonly built: string };

/** Node's compile cache, not inherited by a thread. */
export type ThreadData = { readonly compiled: string | null; readonly entry: string };

/** Without an environment. Read its output: the screen never gets it. */
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
