import { readFile } from 'node:fs/promises';
import { getAsset, getRawAsset, isSea } from 'node:sea';
import { Worker } from 'node:worker_threads';

/** Reads a file beside the program, or in a single executable. @throws when it is missing */
export async function ownFile(name: string, elsewhere = `./${name}`): Promise<Uint8Array> {
  // A copy: the memory of the executable itself must not be written to.
  return isSea() ? new Uint8Array(getRawAsset(name).slice(0)) : readFile(new URL(elsewhere, import.meta.url));
}

const INSIDE = 'thread.js';

export type ThreadEntry = { readonly from: string; readonly source: string; readonly built: string };

/** The folder of Node's compile cache, which a thread does not inherit, and its entry. */
export type ThreadData = { readonly compiled: string | null; readonly entry: string };

/** Starts a thread without an environment. Its output must be read: it never reaches the screen. */
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
