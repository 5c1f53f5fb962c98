import type { Cancel, Clock } from '../../../lib/clock.ts';
import { type Gpu, type GpuReadings, HISTORY, type Sample, type SampleSource, SEEN_MS } from '../reading.ts';
import { type Answers, type MachineSeed, noise, roleOf, type Workload } from './simulated-workloads.ts';

/** All consoles on one market see the same numbers in a step, in milliseconds. */
const STEP_MS = 5000;
/** A new source brings past samples this long, in milliseconds. */
const NEWCOMER_MS = 60_000;
/** A longer gap without a stream was a pause, in milliseconds. */
const LONGEST_GAP_MS = 180_000;

/** Time in milliseconds since 1970. */
export type SimulatedInstance = {
  readonly name: string | null;
  readonly instance_type: string | null;
  readonly created_at: number | null;
};

/** A fixed number for a text, very different for similar texts. */
function seedOf(text: string): number {
  let seed = 0x811c9dc5;
  for (const letter of text) seed = Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return (seed ^ (seed >>> 16)) >>> 0;
}

function machineOf(fid: string, { name, instance_type, created_at }: SimulatedInstance): SimulatedMachine {
  const seed = seedOf(fid);
  return {
    seed,
    group: seedOf((name ?? fid).replace(/-\d+$/, '')),
    createdAt: created_at ?? 0,
    hardware: hardwareOf(instance_type ?? ''),
    ...roleOf(name ?? '', seed),
  };
}

const stepOf = (at: number): number => Math.floor(at / STEP_MS) * STEP_MS;

function samplesBetween(machine: SimulatedMachine, from: number, to: number): readonly Sample[] {
  const first = Math.max(stepOf(from), stepOf(machine.createdAt)) + STEP_MS;
  const steps = Array.from({ length: Math.max(0, (stepOf(to) - first) / STEP_MS) }, (_, n) => first + n * STEP_MS);
  return steps.map((at) => simulatedSample(machine, at));
}

/** Samples before a time: history, and the start of rest. */
function pastOf(machine: SimulatedMachine, now: number): readonly Sample[] {
  const recent = samplesBetween(machine, now - HISTORY * STEP_MS, now);
  const resting = machine.workload.restingSince(machine, stepOf(now));
  const from = recent[0]?.at;
  if (resting === null || from === undefined || resting >= from) return recent;
  const first = stepOf(resting) + STEP_MS;
  // Close enough for the machine to count as idle between them.
  const before = Array.from({ length: Math.ceil((from - first) / SEEN_MS) }, (_, n) => first + n * SEEN_MS);
  return [...before.map((at) => simulatedSample(machine, at)), ...recent];
}

/**
 * Makes samples up from an instance's fid and the time, without a connection. At the start they include an hour's
 * history for a newcomer.
 */
export function simulatedSource(
  clock: Clock,
  instanceOf: (fid: string) => SimulatedInstance | undefined,
): SampleSource {
  const startedAt = clock.steady();
  const sampledAt = new Map<string, number>();

  const pastFor = (fid: string, machine: SimulatedMachine, now: number): readonly Sample[] => {
    const last = sampledAt.get(fid);
    if (last !== undefined) return now - last > LONGEST_GAP_MS ? [] : samplesBetween(machine, last, now);
    return clock.steady() - startedAt > NEWCOMER_MS ? [] : pastOf(machine, now);
  };

  return {
    open: ({ fid }, everyMs, { opened, sampled, ended }) => {
      const instance = instanceOf(fid);
      let cancel: Cancel = () => undefined;
      const close = (): void => cancel();
      const after = (ms: number, then: () => void): void => {
        cancel = clock.after(ms, then);
      };
      if (instance === undefined) {
        after(0, () => ended({ kind: 'closed', message: 'The instance is gone.' }));
        return { close };
      }
      const machine = machineOf(fid, instance);
      if (machine.answers === 'no-key') {
        after(400, () => ended({ kind: 'no-key', message: 'Permission denied (publickey).' }));
        return { close };
      }
      const next = (): void => {
        const now = clock.now();
        // All consoles sample at the same times.
        after(everyMs - (now % everyMs), next);
        sampledAt.set(fid, now);
        sampled({ ...simulatedSample(machine, stepOf(now)), at: now });
      };
      after(0, () => {
        opened(pastFor(fid, machine, clock.now()));
        next();
      });
      return { close };
    },
  };
}

const MINUTE = 60_000;

type SimulatedMachine = MachineSeed & {
  readonly hardware: Hardware;
  readonly workload: Workload;
  readonly answers: Answers;
};

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

function gpuAt(machine: SimulatedMachine, { model }: NonNullable<Hardware['gpus']>, index: number, at: number): Gpu {
  const { seed, workload } = machine;
  const share = workload.utilization(machine, index, at) / 100;
  const { power, temperature } = model;
  // GPUs of a machine differ a little by place and contents.
  const own = noise(seed, index, 0);
  const used = Math.round(model.memory * Math.min(0.99, workload.memory * (0.98 + 0.02 * own)));
  return {
    index,
    name: model.name,
    utilization: Math.round(share * 100),
    memory: { used, total: model.memory },
    temperature: Math.round(temperature.rest + 5 * own + (temperature.most - temperature.rest) * share),
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

/** Load average: mean use of processors over so many minutes. */
function loadOver(machine: SimulatedMachine, minutes: number, at: number): number {
  const { hardware, workload, answers, seed } = machine;
  const times = Array.from({ length: 6 }, (_, n) => at - (n * minutes * MINUTE) / 6);
  const works = answers === 'no-driver' ? 0 : mean(times.map((when) => workload.utilization(machine, 0, when) / 100));
  const system = 0.2 + 0.4 * noise(seed, minutes, at);
  return Math.round(100 * (system + hardware.processors * workload.processors * works)) / 100;
}

function simulatedSample(machine: SimulatedMachine, at: number): Sample {
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

const GIB = 1024 ** 3;

/** Name as in the driver, memory in bytes, power in watts, degrees Celsius. */
type Model = {
  readonly name: string;
  readonly memory: number;
  readonly power: { readonly rest: number; readonly most: number };
  readonly temperature: { readonly rest: number; readonly most: number };
};

const MODELS = new Map<string, Model>([
  ['b200', model('NVIDIA B200', 179, [140, 1000], [29, 61])],
  ['h200', model('NVIDIA H200', 140, [76, 700], [28, 66])],
  ['h100', model('NVIDIA H100 80GB HBM3', 80, [71, 700], [28, 67])],
  ['a100', model('NVIDIA A100-SXM4-80GB', 80, [58, 400], [30, 68])],
  ['l40s', model('NVIDIA L40S', 45, [34, 350], [31, 73])],
  ['l4', model('NVIDIA L4', 23, [16, 72], [34, 74])],
]);

function model(
  name: string,
  gib: number,
  [rest, most]: readonly [number, number],
  [cool, warm]: readonly [number, number],
): Model {
  return { name, memory: gib * GIB, power: { rest, most }, temperature: { rest: cool, most: warm } };
}

/** Memory and disk in bytes. */
type Hardware = {
  readonly gpus: { readonly count: number; readonly model: Model } | null;
  readonly processors: number;
  readonly memory: number;
  readonly disk: number;
};

/** Hardware of an instance type such as `8xh100.us-east1-b`; without GPUs if unknown. */
function hardwareOf(instanceType: string): Hardware {
  const [, digits = '1', named = ''] =
    /(?:^|[^a-z0-9])(?:(\d{1,2})x)?([a-z]+\d+[a-z]*)/.exec(instanceType.toLowerCase()) ?? [];
  const found = MODELS.get(named);
  if (found === undefined) return { gpus: null, processors: 8, memory: 32 * GIB, disk: 100 * GIB };
  const count = Math.min(16, Math.max(1, Number(digits)));
  return {
    gpus: { count, model: found },
    processors: 24 * count,
    memory: (count === 1 ? 96 : 256 * count) * GIB,
    disk: (count === 1 ? 400 : 1800) * GIB,
  };
}
