import type {
  MachineProblem,
  MachineTarget,
  Sample,
  SampleSource,
  StreamListener,
} from '../../../../src/features/machines/reading.ts';
import { NOON } from '../../../store/hand-clock.ts';

/** A sample of one GPU. */
export function sampleOf(utilization: number, at = NOON): Sample {
  const gpu = { index: 0, name: 'NVIDIA L4', utilization, memory: null, temperature: null, power: null, processes: [] };
  return { at, gpus: { kind: 'read', gpus: [gpu] }, load: null, processors: null, memory: null, disk: null };
}

/** A stream that a test drives. */
export type MadeStream = StreamListener & { readonly target: MachineTarget; readonly everyMs: number; closed: boolean };

/** A source whose streams do what the test says, and all streams that were opened. */
export function madeSource() {
  const all: MadeStream[] = [];
  const source: SampleSource = {
    open: (target, everyMs, listener) => {
      const stream: MadeStream = { ...listener, target, everyMs, closed: false };
      all.push(stream);
      return {
        close: () => {
          stream.closed = true;
        },
      };
    },
  };
  const open = (): readonly MadeStream[] => all.filter(({ closed }) => !closed);
  /** The last stream of a machine. */
  const last = (fid: string): MadeStream => {
    const found = all.findLast(({ target }) => target.fid === fid);
    if (found === undefined) throw new Error(`No stream of ${fid} was opened.`);
    return found;
  };
  const fail = (stream: MadeStream, kind: MachineProblem['kind']): void => {
    stream.closed = true;
    stream.ended({ kind, message: `made ${kind}` });
  };
  return { source, all, open, last, fail };
}

/** Machines `i-0`, `i-1` and so on. */
export const machines = (count: number, from = 0): readonly MachineTarget[] =>
  Array.from({ length: count }, (_, n) => ({ fid: `i-${from + n}`, destination: `10.0.0.${from + n}` }));
