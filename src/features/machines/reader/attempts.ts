import { type MachineProblem, type MachineTarget, NEEDS_OPERATOR } from '../source.ts';

/** Shortest and longest wait before a machine that failed is tried again, in milliseconds; it doubles with each failure. */
const FIRST_AGAIN_MS = 5000;
const LAST_AGAIN_MS = 120_000;
/** A stream that lasted this long, in milliseconds, was no failure to connect: the wait begins anew. */
const LASTED_MS = 60_000;

/** The failures of a machine in a row, and when it may be tried again, in milliseconds of the steady clock; never without the operator. */
export type Attempts = { readonly target: MachineTarget; readonly failures: number; readonly due: number };

/** The stream that failed: how long it brought samples, in milliseconds, and why it ended. */
type Failure = {
  readonly target: MachineTarget;
  readonly lastedMs: number;
  readonly problem: MachineProblem;
  readonly now: number;
};

/** Returns the attempts after a failure. `random` from 0 to 1 spreads machines that failed together. */
export function attemptsAfter(before: Attempts | null, failure: Failure, random: number): Attempts {
  const { target, lastedMs, problem, now } = failure;
  const failures = lastedMs >= LASTED_MS ? 1 : (before?.failures ?? 0) + 1;
  const waitMs = Math.min(LAST_AGAIN_MS, FIRST_AGAIN_MS * 2 ** Math.min(failures - 1, 10)) * (0.5 + random);
  return { target, failures, due: NEEDS_OPERATOR.includes(problem.kind) ? Number.POSITIVE_INFINITY : now + waitMs };
}
