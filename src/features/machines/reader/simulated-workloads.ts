const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Instances of a bid share a `group`; times in milliseconds since 1970. */
export type MachineSeed = { readonly seed: number; readonly group: number; readonly createdAt: number };

/** A machine's work over time. */
export type Workload = {
  /** Process on each GPU. */
  readonly process: string;
  /** Share of GPU memory held, and of processors kept busy. */
  readonly memory: number;
  readonly processors: number;
  /** In per cent. */
  readonly utilization: (machine: MachineSeed, gpu: number, at: number) => number;
  /** Start of rest on all GPUs; null while they work. */
  readonly restingSince: (machine: MachineSeed, at: number) => number | null;
};

/** A fixed number from 0 to 1 for the same input. */
export function noise(seed: number, part: number, at: number): number {
  let mixed = Math.imul(
    seed ^ Math.imul(part + 1, 0x9e3779b1) ^ Math.imul(Math.floor(at / SECOND), 0x85ebca6b),
    0xc2b2ae35,
  );
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x27d4eb2f);
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
}

const around = (middle: number, by: number, { seed }: MachineSeed, gpu: number, at: number): number =>
  middle + by * (2 * noise(seed, gpu, at) - 1);

/** Time since the last start of something periodic. */
const since = (seed: number, period: number, at: number): number => (at + (seed % period)) % period;

const never = (): null => null;

/** All machines of a bid in step: checkpoints now and then, each followed by an evaluation. */
const training: Workload = {
  process: 'python3',
  memory: 0.91,
  processors: 0.22,
  utilization: (machine, gpu, at) => {
    const passed = since(machine.group, (13 + (machine.group % 9)) * MINUTE, at);
    if (passed < 20 * SECOND) return around(6, 2, machine, gpu, at);
    if (passed < 70 * SECOND) return around(61, 6, machine, gpu, at);
    return around(97, 2, machine, gpu, at);
  },
  restingSince: never,
};

/** Frames with pauses between. */
const rendering: Workload = {
  process: 'blender',
  memory: 0.48,
  processors: 0.35,
  utilization: (machine, gpu, at) =>
    since(machine.seed, 95 * SECOND, at) < 12 * SECOND
      ? around(21, 8, machine, gpu, at)
      : around(93, 5, machine, gpu, at),
  restingSince: never,
};

/** Requests in waves of some minutes. */
const inference: Workload = {
  process: 'tritonserver',
  memory: 0.88,
  processors: 0.3,
  utilization: (machine, gpu, at) => {
    const wave = Math.sin((2 * Math.PI * since(machine.group, 7 * MINUTE, at)) / (7 * MINUTE));
    return around(48 + 26 * wave, 9, machine, gpu, at);
  },
  restingSince: never,
};

const AWAKE = 4 * MINUTE;
const notebookPeriod = ({ seed }: MachineSeed): number => (50 + (seed % 400)) * MINUTE;

/** Used for some minutes every few hours; keeps its memory meanwhile. */
const notebook: Workload = {
  process: 'ipykernel',
  memory: 0.24,
  processors: 0.1,
  utilization: (machine, gpu, at) =>
    since(machine.seed, notebookPeriod(machine), at) < AWAKE ? around(38, 30, machine, gpu, at) : 0,
  restingSince: (machine, at) => {
    const passed = since(machine.seed, notebookPeriod(machine), at);
    return passed < AWAKE ? null : Math.max(machine.createdAt, at - passed + AWAKE);
  },
};

/** A bid's machines then wait for each other for ever. */
const HANGS_AFTER = 7 * HOUR + 40 * MINUTE;

const hanging: Workload = {
  process: 'python3',
  memory: 0.97,
  processors: 0.01,
  utilization: (machine, gpu, at) =>
    at - machine.createdAt < HANGS_AFTER ? training.utilization(machine, gpu, at) : 0,
  restingSince: ({ createdAt }, at) => (at - createdAt < HANGS_AFTER ? null : createdAt + HANGS_AFTER),
};

export type Answers = 'at-once' | 'no-driver' | 'no-key';

type Role = { readonly workload: Workload; readonly answers: Answers };

/** Work of the demo's machines, by the first matching name. */
const ROLES: readonly (readonly [RegExp, Role])[] = [
  [/^finetune-mistral/, { workload: hanging, answers: 'at-once' }],
  [/^eval-night-1$/, { workload: inference, answers: 'no-key' }],
  [/^render-2$/, { workload: rendering, answers: 'no-driver' }],
  [/render/, { workload: rendering, answers: 'at-once' }],
  [/notebook|jupyter/, { workload: notebook, answers: 'at-once' }],
  [/serv|infer|embed|eval/, { workload: inference, answers: 'at-once' }],
  [/train|tune|sweep|distill/, { workload: training, answers: 'at-once' }],
];

const OTHERS: readonly Workload[] = [training, training, inference, rendering, notebook];

/** Other names get work by their seed. */
export function roleOf(name: string, seed: number): Role {
  const [, role] = ROLES.find(([pattern]) => pattern.test(name)) ?? [];
  return role ?? { workload: OTHERS[seed % OTHERS.length] ?? training, answers: 'at-once' };
}
