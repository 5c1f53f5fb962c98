import type { Gpu, GpuReadings, Reading, Sample } from '../../../../src/features/machines/reading.ts';
import { NOON } from '../../../store/hand-clock.ts';

export const GIB = 1024 ** 3;

/** A busy H100 with the fields that matter to a test. */
export function gpu(index: number, more: Partial<Gpu> = {}): Gpu {
  return {
    index,
    name: 'NVIDIA H100 80GB HBM3',
    utilization: 97,
    memory: { used: 60 * GIB, total: 80 * GIB },
    temperature: 64,
    power: 640,
    processes: [{ pid: 4000 + index, name: 'python', memory: 60 * GIB }],
    ...more,
  };
}

/** A GPU that does nothing. */
export const restingGpu = (index: number): Gpu =>
  gpu(index, { utilization: 0, memory: { used: GIB / 2, total: 80 * GIB }, temperature: 34, power: 72, processes: [] });

/** A sample of a machine, at noon unless it says otherwise. */
export function sample(gpus: readonly Gpu[] | GpuReadings, more: Partial<Sample> = {}): Sample {
  return {
    at: NOON,
    gpus: 'kind' in gpus ? gpus : { kind: 'read', gpus },
    load: [12, 11, 10],
    processors: 96,
    memory: { used: 200 * GIB, total: 1000 * GIB },
    disk: { used: 100 * GIB, total: 900 * GIB },
    ...more,
  };
}

/** What is known of a machine; of a busy one unless it says otherwise. */
export function reading(fid: string, more: Partial<Reading> = {}): Reading {
  const last = sample([gpu(0), gpu(1)]);
  return { fid, simulated: false, sample: last, problem: null, history: [97], idleSince: null, ...more };
}
