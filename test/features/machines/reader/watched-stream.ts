import { onTestFinished } from 'vitest';
import type { MachineProblem, Sample, SampleSource } from '../../../../src/features/machines/reading.ts';

/** A stream as a test reads it: sample by sample, and its end. */
export type WatchedStream = {
  /** Resolves with the next sample. @throws when the stream ended. */
  readonly sample: () => Promise<Sample>;
  /** Resolves with why the stream ended. */
  readonly problem: () => Promise<MachineProblem>;
  /** Resolves when the machine has greeted. */
  readonly opened: Promise<void>;
  readonly close: () => void;
};

/** Opens a stream; it is closed when the test has finished. */
export function watchStream(source: SampleSource, destination: string, everyMs = 100): WatchedStream {
  const samples: Sample[] = [];
  let problem: MachineProblem | null = null;
  let changed = (): void => undefined;
  const until = async <Found>(find: () => Found | undefined): Promise<Found> => {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        changed = resolve;
      });
    }
  };
  const opened = Promise.withResolvers<void>();
  const stream = source.open({ fid: 'i-0', destination }, everyMs, {
    opened: () => opened.resolve(),
    sampled: (sample) => {
      samples.push(sample);
      changed();
    },
    ended: (found) => {
      problem = found;
      changed();
    },
  });
  onTestFinished(stream.close);
  return {
    opened: opened.promise,
    sample: () =>
      until(() => {
        if (samples.length === 0 && problem !== null) throw new Error(`The stream ended: ${JSON.stringify(problem)}`);
        return samples.shift();
      }),
    problem: () => until(() => problem ?? undefined),
    close: stream.close,
  };
}
