import type { Gpu, GpuReadings, Sample } from '../sample.ts';
import type { Hardware } from './simulated-hardware.ts';
import { type Answers, type MachineSeed, noise, type Workload } from './simulated-workloads.ts';

const MINUTE = 60_000;
/** Time in which a GPU gets warm or cool, in milliseconds, and the times at which its use in it is looked up. */
const WARMING = [0, 15_000, 30_000, 45_000];

/** A machine to simulate, with what it is made of and what it does. */
export type SimulatedMachine = MachineSeed & {
  readonly hardware: Hardware;
  readonly workload: Workload;
  readonly answers: Answers;
};

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

function gpuAt(machine: SimulatedMachine, { model }: NonNullable<Hardware['gpus']>, index: number, at: number): Gpu {
  const { seed, workload } = machine;
  const busy = (when: number): number => workload.utilization(machine, index, when) / 100;
  const share = busy(at);
  const warmth = mean(WARMING.map((ago) => busy(at - ago)));
  const { power, temperature } = model;
  // Each GPU of a machine differs a little from the others: by its place in the flow of air, and in what it holds.
  const own = noise(seed, index, 0);
  const used = Math.round(model.memory * Math.min(0.99, workload.memory * (0.98 + 0.02 * own)));
  return {
    index,
    name: model.name,
    utilization: Math.round(share * 100),
    memory: { used, total: model.memory },
    temperature: Math.round(temperature.rest + 5 * own + (temperature.most - temperature.rest) * warmth),
    power: Math.round(power.rest * (1 + 0.1 * own) + (power.most * 0.95 - power.rest) * share ** 0.8),
    processes: [{ pid: 2000 + (seed % 50_000) + 7 * index, name: workload.process, memory: Math.round(used * 0.99) }],
  };
}

function gpusAt(machine: SimulatedMachine, at: number): GpuReadings {
  const { gpus } = machine.hardware;
  if (gpus === null) return { kind: 'no-gpu' };
  if (machine.answers === 'no-driver')
    return {
      kind: 'driver',
      message: "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.",
    };
  return { kind: 'read', gpus: Array.from({ length: gpus.count }, (_, index) => gpuAt(machine, gpus, index, at)) };
}

/** Returns the mean use of the processors in the minutes before a time: the load average of that length. */
function loadOver(machine: SimulatedMachine, minutes: number, at: number): number {
  const { hardware, workload, answers, seed } = machine;
  const times = Array.from({ length: 6 }, (_, n) => at - (n * minutes * MINUTE) / 6);
  const works = answers === 'no-driver' ? 0 : mean(times.map((when) => workload.utilization(machine, 0, when) / 100));
  const system = 0.2 + 0.4 * noise(seed, minutes, at);
  return Math.round(100 * (system + hardware.processors * workload.processors * works)) / 100;
}

/** Returns what a simulated machine would say at a time. */
export function simulatedSample(machine: SimulatedMachine, at: number): Sample {
  const { hardware, workload, seed } = machine;
  return {
    at,
    gpus: gpusAt(machine, at),
    load: [loadOver(machine, 1, at), loadOver(machine, 5, at), loadOver(machine, 15, at)],
    processors: hardware.processors,
    memory: {
      used: Math.round(hardware.memory * (0.06 + workload.memory * (0.25 + 0.1 * noise(seed, 0, 1)))),
      total: hardware.memory,
    },
    disk: { used: Math.round(hardware.disk * (0.2 + 0.5 * noise(seed, 0, 2))), total: hardware.disk },
  };
}
