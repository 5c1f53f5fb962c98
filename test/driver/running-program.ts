/** A program without a terminal that runs. */
export type RunningProgram = {
  readonly pid: number;
  readonly out: () => string;
  readonly errors: () => string;
  /** Waits until its output or its errors have a text. */
  readonly prints: (text: RegExp) => Promise<void>;
  /** Resolves with its exit code and the signal that ended it. */
  readonly ended: Promise<readonly [number | null, NodeJS.Signals | null]>;
  /** Sends it a signal and waits for its end. Returns its exit code and the signal that ended it. */
  readonly end: (signal: NodeJS.Signals) => Promise<readonly [number | null, NodeJS.Signals | null]>;
};
