import type { ConsoleState } from '../../store/state.ts';

/** Which machines are read over SSH: none, those on screen, or all, in turns. */
export const MACHINE_MODES = ['off', 'visible', 'all'] as const;
export type MachineMode = (typeof MACHINE_MODES)[number];

/** How often machines are read, and from when on one that does nothing counts as idle, in milliseconds; and the share of memory that is short. */
export type MachinePace = { readonly everyMs: number; readonly idleAfterMs: number; readonly memoryAbove: number };

/** How machines are read, and which ones. */
export type MachineSettings = MachinePace & {
  readonly mode: MachineMode;
  /** Whether the samples are made up, because the market is embedded. */
  readonly simulated: boolean;
};

export const DEFAULT_MACHINES: MachineSettings = {
  mode: 'off',
  simulated: false,
  everyMs: 5000,
  idleAfterMs: 600_000,
  memoryAbove: 98,
};

declare module '../../store/state.ts' {
  interface ConsoleState {
    readonly machines?: MachineSettings;
  }
}

/** How machines are read now, and which ones; none until a program says so. */
export const machineSettingsOf = ({ machines = DEFAULT_MACHINES }: Pick<ConsoleState, 'machines'>): MachineSettings =>
  machines;

/** What is known of a machine before the first try to read it. */
export const NEVER_READ = { sample: null, problem: null, history: [], idleSince: null } as const;
