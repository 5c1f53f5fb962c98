import { Worker } from 'node:worker_threads';
import { MarketFailure } from './failure.ts';
import type { MarketOptions } from './options.ts';
import { WorkerReport } from './worker-report.ts';

/** A market that runs in a thread of its own. */
export type RunningMarketThread = {
  readonly origin: string;
  readonly project: string;
  readonly token: string;
  /** Resolves when the thread has ended: null after `stop`, otherwise why. */
  readonly ended: Promise<MarketFailure | null>;
  /** Saves the world and ends the thread. */
  stop(): Promise<void>;
};

/** The bundle lies beside the program; from the sources, Node runs the entry as it is. */
const ENTRY = import.meta.url.endsWith('.ts') ? './worker.ts' : './market-worker.js';

/**
 * Starts a market in its own thread, which never keeps the program from ending. `tell` hears what goes wrong in it.
 * @throws {MarketFailure} what kept the market from starting.
 */
export async function marketInThread(
  options: MarketOptions = {},
  tell: (line: string) => void = () => undefined,
): Promise<RunningMarketThread> {
  const worker = new Worker(new URL(ENTRY, import.meta.url), {
    workerData: options,
    // It needs nothing of the environment, and what it prints must not land on the screen.
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  for (const stream of [worker.stdout, worker.stderr]) stream.on('data', (text) => tell(String(text)));
  let stopping = false;
  const ended = new Promise<MarketFailure | null>((resolve) => {
    worker.once('error', (cause) => resolve(died(cause)));
    worker.once('exit', () => resolve(stopping ? null : died(null)));
  });
  const { origin, project, token } = await ready(worker, ended, tell);
  worker.unref();
  return {
    origin,
    project,
    token,
    ended,
    stop: async () => {
      stopping = true;
      worker.ref();
      worker.postMessage('stop');
      await ended;
    },
  };
}

async function ready(worker: Worker, ended: Promise<MarketFailure | null>, tell: (line: string) => void) {
  const message = new Promise<Exclude<WorkerReport, { kind: 'told' }>>((resolve) => {
    worker.on('message', (message: unknown) => {
      const report = WorkerReport.safeParse(message).data;
      if (report?.kind === 'told') tell(report.line);
      else if (report !== undefined) resolve(report);
    });
  });
  const first = await Promise.race([message, ended]);
  if (first === null || first instanceof MarketFailure) throw first ?? died(null);
  if (first.kind === 'ready') return first;
  await worker.terminate();
  throw new MarketFailure(first.failure, first.sentence);
}

function died(cause: unknown): MarketFailure {
  const why = cause instanceof Error ? `: ${cause.message}` : '';
  return new MarketFailure('worker-died', `The market's thread ended by itself${why}.`, cause);
}
