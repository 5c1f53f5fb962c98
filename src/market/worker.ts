import { parentPort, workerData } from 'node:worker_threads';
import { MarketFailure } from './failure.ts';
import { readOptions } from './options.ts';
import { type RunningMarket, serveMarket } from './serve.ts';
import type { WorkerReport } from './worker-report.ts';

/** The entry of the market's thread: serves until it is told to stop. The token is made here and leaves by message only. */
async function main(): Promise<void> {
  const market = await start();
  if (market === null) return;
  const { origin, project, token } = market;
  report({ kind: 'ready', origin, project, token });
  parentPort?.once('message', async () => {
    await market.stop();
    parentPort?.close();
  });
}

async function start(): Promise<RunningMarket | null> {
  try {
    return await serveMarket(readOptions(workerData), Date.now, (line) => report({ kind: 'told', line }));
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

await main();
