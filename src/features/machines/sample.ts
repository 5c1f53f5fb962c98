/** An amount in use of a whole, in bytes. */
export type Usage = { readonly used: number; readonly total: number };

/** A process on a GPU. Its name comes from the machine and is safe to print; its memory in bytes. */
export type GpuProcess = { readonly pid: number; readonly name: string; readonly memory: number | null };

/** A GPU at one time; null where the machine's tool has no number. Text is safe to print. */
export type Gpu = {
  readonly index: number;
  readonly name: string;
  /** Share of the time in which it worked, from 0 to 100. */
  readonly utilization: number | null;
  readonly memory: Usage | null;
  /** Degrees Celsius. */
  readonly temperature: number | null;
  /** Watts. */
  readonly power: number | null;
  readonly processes: readonly GpuProcess[];
};

/** The GPUs of a machine as its tool showed them: none without a tool, and why when the tool failed or did not end in time. */
export type GpuReadings =
  | { readonly kind: 'read'; readonly gpus: readonly Gpu[] }
  | { readonly kind: 'no-gpu' }
  | { readonly kind: 'driver'; readonly message: string }
  | { readonly kind: 'hangs' };

/** One reading of a machine. `at` is when it arrived, in milliseconds since 1970. */
export type Sample = {
  readonly at: number;
  readonly gpus: GpuReadings;
  /** Load averages of 1, 5 and 15 minutes, and the number of processors. */
  readonly load: readonly [number, number, number] | null;
  readonly processors: number | null;
  readonly memory: Usage | null;
  /** The disk of the root folder. */
  readonly disk: Usage | null;
  /** Time until the machine is read again, in milliseconds, where that is longer than the interval: it is read in turns. */
  readonly againMs?: number;
};

/** When a sample was taken, and when the next one is due. */
export type Taken = Pick<Sample, 'at' | 'againMs'>;

/**
 * Longest time between two samples of a machine that counts as seen, in milliseconds: what it did in a longer one is not known. A turn
 * through a large fleet takes minutes.
 */
export const SEEN_MS = 15 * 60_000;

/** Whether it is known what a machine did between two samples. A clock that was put back far is a time that nobody saw, too. */
export const isSeenBetween = (before: number, after: number): boolean => Math.abs(after - before) <= SEEN_MS;
