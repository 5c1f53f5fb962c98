import { pause } from '../console.ts';
import { processorTime, wakeUps } from '../process.ts';
import type { TimedConsole } from '../timed.ts';

/** What a program costs while no key is pressed, each by the second. */
export type RestFigures = {
  /** Processor time, as a share of a core. */
  readonly processor: number;
  /** Wake-ups of its main thread, and of all its threads. */
  readonly wakeUps: { readonly main: number; readonly all: number };
  readonly bytes: number;
};

const REST_SECONDS = 30;

/** Observes a program at rest. */
export async function measureRest(timed: TimedConsole): Promise<RestFigures> {
  const now = () => ({
    ms: performance.now(),
    processor: processorTime(timed.pid),
    wakeUps: wakeUps(timed.pid),
    at: timed.raw().length,
  });
  const before = now();
  await pause(REST_SECONDS * 1000);
  const after = now();
  const seconds = (after.ms - before.ms) / 1000;
  return {
    processor: (after.processor - before.processor) / (seconds * 1000),
    wakeUps: {
      main: (after.wakeUps.main - before.wakeUps.main) / seconds,
      all: (after.wakeUps.all - before.wakeUps.all) / seconds,
    },
    bytes: Buffer.byteLength(timed.raw().slice(before.at, after.at)) / seconds,
  };
}
