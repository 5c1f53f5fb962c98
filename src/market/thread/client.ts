import type { Worker } from 'node:worker_threads';
import { MarketFailure } from '../errors.ts';
import type { MarketOptions } from '../options.ts';
import type { BegunWorld } from '../server.ts';
import { WorkerReport } from './messages.ts';
import { takeThread } from './spawn.ts';

/** A market in its own thread. */
export type RunningMarketThread = {
  readonly origin: string;
  readonly project: string;
  readonly token: string;
  /** The world that began with this start; null for a saved one. */
  readonly begun: BegunWorld | null;
  /** Resolves when the thread has ended: null after `stop`, otherwise the failure. */
  readonly ended: Promise<MarketFailure | null>;
  /** Saves the world and ends the thread. */
  stop(): Promise<void>;
};

/**
 * Starts a market in its own thread, which never keeps the program from ending. `log` receives its problems.
 * @throws {MarketFailure} the reason why the market could not start.
 */
export async function marketInThread(
  options: MarketOptions = {},
  log: (line: string) => void = () => undefined,
): Promise<RunningMarketThread> {
  const { worker, over } = takeThread();
  for (const stream of [worker.stdout, worker.stderr]) stream.on('data', (text) => log(String(text)));
  let stopping = false;
  const ended = over.then((cause) => (stopping && cause === undefined ? null : died(cause)));
  const starting = ready(worker, ended, log);
  worker.postMessage(options);
  const { origin, project, token, begun } = await starting;
  worker.unref();
  return {
    origin,
    project,
    token,
    begun,
    ended,
    stop: async () => {
      stopping = true;
      worker.ref();
      worker.postMessage('stop');
      await ended;
    },
  };
}

async function ready(worker: Worker, ended: Promise<MarketFailure | null>, log: (line: string) => void) {
  const message = new Promise<Extract<WorkerReport, { kind: 'ready' | 'failed' }>>((resolve) => {
    worker.on('message', (message: unknown) => {
      const report = WorkerReport.safeParse(message).data;
      if (report?.kind === 'log') log(report.line);
      else if (report?.kind === 'ready' || report?.kind === 'failed') resolve(report);
    });
  });
  const first = await Promise.race([message, ended]);
  if (first === null || first instanceof MarketFailure) throw first ?? died(null);
  if (first.kind === 'ready') return first;
  await worker.terminate();
  throw new MarketFailure(first.failure, first.sentence);
}

function died(cause: unknown): MarketFailure {
  // Node has a code for a thread that can't begin, and the reason in its message alone.
  if (cause instanceof Error && /\bE[MN]FILE\b/.test(cause.message))
    return new MarketFailure(
      'worker-died',
      'spotdeck can open too few files to start. Allow more with "ulimit -n 1024" and start it again.',
      cause,
    );
  const why = cause instanceof Error ? `: ${cause.message}` : '';
  return new MarketFailure('worker-died', `The market's thread ended by itself${why}.`, cause);
}
