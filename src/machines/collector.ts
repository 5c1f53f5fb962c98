import type { Cancel, Clock } from '../lib/clock.ts';
import type { ReadingEvent } from './reading.ts';
import { type MachineTarget, NEEDS_OPERATOR, type SampleSource, type SampleStream } from './source.ts';

const BATCH_MS = 1000;

type Parts = {
  readonly clock: Clock;
  readonly random: () => number;
  readonly source: () => SampleSource;
  /** Machines to read all the time, the most important first. */
  readonly targets: () => readonly MachineTarget[];
  /** Machines to sample in turns. */
  readonly rest: () => readonly MachineTarget[];
  readonly everyMs: () => number;
  readonly onEvents: (events: readonly ReadingEvent[]) => void;
};

export type Collector = {
  readonly start: () => void;
  readonly stop: () => void;
  /** Tries a machine again that needed the operator; all of them without a fid. */
  readonly retry: (fid?: string) => void;
};

/** Reads machines and passes on what they say, once a second. */
export function createCollector({ clock, source, targets, rest, everyMs, onEvents }: Parts): Collector {
  const streams = new Map<string, SampleStream>();
  let events: ReadingEvent[] = [];
  let timer: Cancel | null = null;
  const round = (): void => {
    timer = clock.after(BATCH_MS, round);
    const wanted = new Map([...targets(), ...rest()].map((target) => [target.fid, target]));
    for (const [fid, stream] of streams) {
      if (wanted.has(fid)) continue;
      stream.close();
      streams.delete(fid);
    }
    for (const [fid, target] of wanted) {
      if (streams.has(fid)) continue;
      streams.set(
        fid,
        source().open(target, everyMs(), {
          opened: () => undefined,
          sampled: (sample) => events.push({ kind: 'sampled', fid, sample }),
          ended: (problem) => {
            events.push({ kind: 'failed', fid, problem, at: clock.now() });
            if (!NEEDS_OPERATOR.includes(problem.kind)) streams.delete(fid);
          },
        }),
      );
    }
    const due = events;
    events = [];
    if (due.length > 0) onEvents(due);
  };
  return {
    start: () => {
      if (timer === null) round();
    },
    stop: () => {
      timer?.();
      timer = null;
      for (const stream of streams.values()) stream.close();
      streams.clear();
    },
    retry: () => undefined,
  };
}
