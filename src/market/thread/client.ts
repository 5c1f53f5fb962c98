import type { Worker } from 'node:worker_threads';
import * as z from 'zod';
import { MARKET_FAILURES, MarketFailure } from '../errors.ts';
import type { MarketOptions } from '../options.ts';
import type { BegunWorld } from '../server.ts';
import { takeThread } from './spawn.ts';

export type RunningMarketThread = {
  readonly origin: string;
  readonly project: string;
  readonly token: string;
  /** Null for a saved world. */
  readonly begun: BegunWorld | null;
  /** Null after `stop`, otherwise why it ended. */
  readonly ended: Promise<MarketFailure | null>;
  stop(): Promise<void>;
};

/** Its thread never keeps the program from ending. @throws {MarketFailure} */
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
  // Node gives the reason in the message alone.
  if (cause instanceof Error && /\bE[MN]FILE\b/.test(cause.message))
    return new MarketFailure(
      'worker-died',
      'spotdeck can open too few files to start. Allow more with "ulimit -n 1024" and start it again.',
      cause,
    );
  const why = cause instanceof Error ? `: ${cause.message}` : '';
  return new MarketFailure('worker-died', `The market's thread ended by itself${why}.`, cause);
}

export const WorkerReport = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('ready'),
    origin: z.string(),
    project: z.string(),
    token: z.string(),
    begun: z.strictObject({ at: z.int(), fids: z.array(z.string()).readonly() }).nullable(),
  }),
  z.strictObject({ kind: z.literal('log'), line: z.string() }),
  z.strictObject({ kind: z.literal('failed'), failure: z.enum(MARKET_FAILURES), sentence: z.string() }),
]);
export type WorkerReport = z.output<typeof WorkerReport>;
