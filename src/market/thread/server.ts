import { parentPort } from 'node:worker_threads';
import { MarketFailure } from '../errors.ts';
import { readOptions } from '../options.ts';
import { type RunningMarket, serveMarket } from '../server.ts';
import type { WorkerReport } from './client.ts';

/** Serves a market from the first message to the second. `begun` gets the parent's log function. */
export function serveFromThread(begun: (log: (line: string) => void) => void): void {
  parentPort?.once('message', async (options: unknown) => {
    begun((line) => report({ kind: 'log', line }));
    const market = await start(options);
    if (market === null) return;
    const { origin, project, token, begun: world } = market;
    parentPort?.once('message', async () => {
      await market.stop();
      parentPort?.close();
    });
    report({ kind: 'ready', origin, project, token, begun: world });
    // In the background: the console is busy with its first frame.
    await market.warmUp();
  });
}

async function start(options: unknown): Promise<RunningMarket | null> {
  try {
    return await serveMarket(readOptions(options), Date.now, (line) => report({ kind: 'log', line }));
  } catch (cause) {
    const failed = cause instanceof MarketFailure;
    const sentence = failed ? cause.message : `The market can't start: ${String(cause)}.`;
    report({ kind: 'failed', failure: failed ? cause.kind : 'worker-died', sentence });
    return null;
  }
}

function report(message: WorkerReport): void {
  parentPort?.postMessage(message);
}
