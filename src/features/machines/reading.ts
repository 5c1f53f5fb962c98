/** In bytes. */
export type Usage = { readonly used: number; readonly total: number };

/** Its name is safe to print; memory in bytes. */
export type GpuProcess = { readonly pid: number; readonly name: string; readonly memory: number | null };

/** A GPU at one time; null without a number from the machine's tool. Text is safe to print. */
export type Gpu = {
  readonly index: number;
  readonly name: string;
  /** From 0 to 100. */
  readonly utilization: number | null;
  readonly memory: Usage | null;
  /** Degrees Celsius. */
  readonly temperature: number | null;
  /** Watts. */
  readonly power: number | null;
  readonly processes: readonly GpuProcess[];
};

/** GPUs by the machine's tool, or its failure. */
export type GpuReadings =
  | { readonly kind: 'read'; readonly gpus: readonly Gpu[] }
  | { readonly kind: 'no-gpu' }
  | { readonly kind: 'driver'; readonly message: string }
  | { readonly kind: 'hangs' };

/** One reading of a machine, arrived `at` milliseconds since 1970. */
export type Sample = {
  readonly at: number;
  readonly gpus: GpuReadings;
  /** Load averages of 1, 5 and 15 minutes. */
  readonly load: readonly [number, number, number] | null;
  readonly processors: number | null;
  readonly memory: Usage | null;
  /** The disk of the root folder. */
  readonly disk: Usage | null;
  /** Time until its next turn, in milliseconds; absent for a machine read all the time. */
  readonly againMs?: number;
};

export type Taken = Pick<Sample, 'at' | 'againMs'>;

/**
 * Between samples further apart a machine's work is unknown, in milliseconds. A turn through a large fleet takes
 * minutes.
 */
export const SEEN_MS = 15 * 60_000;

/** Whether a machine's work between two samples is known. A clock set far back leaves it unknown too. */
export const isSeenBetween = (before: number, after: number): boolean => Math.abs(after - before) <= SEEN_MS;

/** Samples in a machine's history. */
export const HISTORY = 60;
/** Highest utilization at rest, in per cent: tools show one or two for an idle GPU. */
export const AT_REST = 2;

/** The state of a machine. A failed stream keeps the last `sample`. Times in milliseconds since 1970. */
export type Reading = {
  readonly fid: string;
  readonly simulated: boolean;
  readonly sample: Sample | null;
  /** The last failure; null while it is read. */
  readonly problem: (MachineProblem & { readonly at: number }) | null;
  /** Mean utilization of the last samples, oldest first. */
  readonly history: readonly (number | null)[];
  /** The first of the last samples without work, close to each other; null while a GPU works, or if unknown. */
  readonly idleSince: number | null;
};

export type ReadingEvent =
  | { readonly kind: 'sampled'; readonly fid: string; readonly sample: Sample }
  | { readonly kind: 'failed'; readonly fid: string; readonly problem: MachineProblem; readonly at: number };

/** The mean over GPUs in per cent; null without a known one. */
export function meanUtilization({ gpus }: Pick<Sample, 'gpus'>): number | null {
  const known = gpus.kind === 'read' ? gpus.gpus.flatMap(({ utilization }) => utilization ?? []) : [];
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0) / known.length;
}

export const isWorking = ({ gpus }: Pick<Sample, 'gpus'>): boolean =>
  gpus.kind === 'read' && gpus.gpus.some(({ utilization }) => utilization !== null && utilization > AT_REST);

/** Whether every GPU is known to do nothing. */
export function isAtRest({ gpus }: Pick<Sample, 'gpus'>): boolean {
  return (
    gpus.kind === 'read' &&
    gpus.gpus.length > 0 &&
    gpus.gpus.every(({ utilization }) => utilization !== null && utilization <= AT_REST)
  );
}

export const NEVER_READ = { sample: null, problem: null, history: [], idleSince: null } as const;

export function readingAfter(before: Reading | null, event: ReadingEvent, simulated: boolean): Reading {
  const known: Reading = before ?? { fid: event.fid, simulated, ...NEVER_READ };
  if (event.kind === 'failed') return { ...known, problem: { ...event.problem, at: event.at } };
  const { sample } = event;
  const since = known.sample !== null && isSeenBetween(known.sample.at, sample.at) ? known.idleSince : null;
  return {
    ...known,
    sample,
    problem: null,
    history: [...known.history, meanUtilization(sample)].slice(-HISTORY),
    idleSince: isAtRest(sample) ? (since ?? sample.at) : null,
  };
}

/** A sample this late is no longer current, in milliseconds. */
export const STALE_MS = 30_000;

export function isStale({ sample }: { readonly sample: Taken | null }, now: number): boolean {
  return sample !== null && now - sample.at > (sample.againMs ?? 0) + STALE_MS;
}

/** Whether a current sample shows a GPU at work. */
export function isBusy(reading: Pick<Reading, 'sample' | 'problem'>, now: number): boolean {
  const { sample, problem } = reading;
  return sample !== null && problem === null && !isStale(reading, now) && isWorking(sample);
}

/** Whether a machine was tried but its work is unknown: unreadable, a failing GPU tool, or an old sample. */
export function isUnreadable(reading: Pick<Reading, 'sample' | 'problem'>, now: number): boolean {
  const { sample, problem } = reading;
  if (problem !== null) return true;
  return sample !== null && (isStale(reading, now) || sample.gpus.kind === 'hangs' || sample.gpus.kind === 'driver');
}

/** A machine by its instance's fid and address. */
export type MachineTarget = { readonly fid: string; readonly destination: string };

export const MACHINE_PROBLEMS = [
  'no-address',
  'bad-address',
  'no-key',
  'unknown-host',
  'changed-host-key',
  'refused',
  'unreachable',
  'bad-name',
  'timeout',
  'no-shell',
  'too-much-output',
  'closed',
  'bad-config',
  'no-ssh',
] as const;

/** Why a machine can't be read, with a message safe to print. */
export type MachineProblem = { readonly kind: (typeof MACHINE_PROBLEMS)[number]; readonly message: string };

/** Time does not mend these: only the operator's request tries again. */
export const NEEDS_OPERATOR: readonly MachineProblem['kind'][] = [
  'no-address',
  'bad-address',
  'no-key',
  'unknown-host',
  'changed-host-key',
  'bad-config',
  'no-ssh',
];

/** Receives a stream. Nothing comes after `ended`. */
export type StreamListener = {
  /** Connected: the next sample needs no login. `past` are earlier samples, oldest first. */
  readonly opened: (past?: readonly Sample[]) => void;
  readonly sampled: (sample: Sample) => void;
  readonly ended: (problem: MachineProblem) => void;
};

export type SampleStream = {
  /** Ends the stream and its process, without `ended`. */
  readonly close: () => void;
};

/** `ssh` to machines, or a simulation. */
export type SampleSource = {
  /** Opens a stream with a sample each `everyMs` milliseconds, the first at once. */
  readonly open: (target: MachineTarget, everyMs: number, listener: StreamListener) => SampleStream;
};
