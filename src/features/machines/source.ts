import type { Sample } from './sample.ts';

/** A machine to read: the fid of its instance, and its address from the service. */
export type MachineTarget = { readonly fid: string; readonly destination: string };

/** Why a machine can't be read. */
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

/** Why a machine can't be read, and what `ssh` or the machine printed about it, safe to print. */
export type MachineProblem = { readonly kind: (typeof MACHINE_PROBLEMS)[number]; readonly message: string };

/** Problems that time does not mend: the machine is tried again when the operator asks. */
export const NEEDS_OPERATOR: readonly MachineProblem['kind'][] = [
  'no-address',
  'bad-address',
  'no-key',
  'unknown-host',
  'changed-host-key',
  'bad-config',
  'no-ssh',
];

/** Receives what a stream brings. After `ended` nothing comes any more. */
export type StreamListener = {
  /** The connection is open: the next sample needs no login. `past` are samples of earlier times that the source has, oldest first. */
  readonly opened: (past?: readonly Sample[]) => void;
  readonly sampled: (sample: Sample) => void;
  readonly ended: (problem: MachineProblem) => void;
};

/** A stream of samples of one machine. */
export type SampleStream = {
  /** Ends the stream and its process; `ended` is not called. */
  readonly close: () => void;
};

/** Where samples come from: `ssh` to the machine, or a simulation. */
export type SampleSource = {
  /** Whether the samples are made up. */
  readonly simulated: boolean;
  /** Opens a stream of samples, one each `everyMs` milliseconds, the first at once. */
  readonly open: (target: MachineTarget, everyMs: number, listener: StreamListener) => SampleStream;
};
