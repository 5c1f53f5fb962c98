/** Which machines are read over SSH: none, those on screen, or all, in turns. */
export const MACHINE_MODES = ['off', 'visible', 'all'] as const;
export type MachineMode = (typeof MACHINE_MODES)[number];

/** How machines are read: which ones, how often, and from when on one that does nothing counts as idle. Milliseconds. */
export type MachineSettings = {
  readonly mode: MachineMode;
  /** Whether the samples are made up, because the market is embedded. */
  readonly simulated: boolean;
  readonly everyMs: number;
  readonly idleAfterMs: number;
};

export const DEFAULT_MACHINES: MachineSettings = {
  mode: 'off',
  simulated: false,
  everyMs: 5000,
  idleAfterMs: 600_000,
};
