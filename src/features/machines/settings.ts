import { ownSetting } from '../../config/own-setting.ts';
import type { Reader } from '../../config/setting.ts';
import { MINUTE_MS } from '../../lib/duration.ts';
import type { TypedValues } from '../../lib/typed-key.ts';
import type { ConsoleState } from '../../store/state.ts';

/** Machines to read over SSH: none, those on screen, or all in turns. */
const MACHINE_MODES = ['off', 'visible', 'all'] as const;
export type MachineMode = (typeof MACHINE_MODES)[number];

/** Times in milliseconds; memory above this share is short, in per cent. */
type MachinePace = { readonly everyMs: number; readonly idleAfterMs: number; readonly memoryAbove: number };

export type MachineSettings = MachinePace & {
  readonly mode: MachineMode;
  /** Whether samples are made up, for the embedded market. */
  readonly simulated: boolean;
};

const DEFAULT_MACHINES: MachineSettings = {
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

export const machineSettingsOf = ({ machines = DEFAULT_MACHINES }: Pick<ConsoleState, 'machines'>): MachineSettings =>
  machines;

/** Null without the operator's choice. */
export const machineMode = ownSetting<MachineMode | null>({
  name: 'machines',
  flag: '--machines <which>',
  environment: 'SPOTDECK_MACHINES',
  allowed: `one of ${MACHINE_MODES.join(', ')}`,
  help: 'Read GPUs, load and memory of running instances over SSH: of none, of those on screen, or of all in turns. Without it off; in the demo all, simulated.',
  common: true,
  screen: true,
  readBy: 'pollers',
  schema: ({ oneOf }) => oneOf(MACHINE_MODES),
  fallback: null,
  after: 'preemption',
  example: '"visible"',
});

/** In seconds. */
export const machinesInterval = ownSetting<number>({
  name: 'machinesInterval',
  flag: null,
  environment: 'SPOTDECK_MACHINES_INTERVAL',
  allowed: 'a number of seconds from 1 to 10',
  help: 'Seconds between two samples of a machine. Numbers whose next sample is 30 seconds late are shown with their age.',
  live: true,
  readBy: 'pollers',
  schema: ({ numberFrom }) => numberFrom(1, 10),
  fallback: 5,
  after: 'preemption',
});

/** In minutes. */
export const machinesIdleAfter = ownSetting<number>({
  name: 'machinesIdleAfter',
  flag: null,
  environment: 'SPOTDECK_MACHINES_IDLE_AFTER',
  allowed: 'a number of minutes from 1 to 1440',
  help: 'Minutes after which a machine whose GPUs do nothing counts as idle.',
  live: true,
  readBy: 'pollers',
  schema: ({ numberFrom }) => numberFrom(1, 1440),
  fallback: 10,
  after: 'preemption',
});

/** In per cent. */
export const machinesMemoryAbove = ownSetting<number>({
  name: 'machinesMemoryAbove',
  flag: null,
  environment: 'SPOTDECK_MACHINES_MEMORY_ABOVE',
  allowed: 'a number of per cent from 50 to 100',
  help: 'Per cent of the memory of GPUs in use above which it is shown as a warning: a model fills it on purpose.',
  live: true,
  readBy: 'pollers',
  schema: ({ numberFrom }) => numberFrom(50, 100),
  fallback: 98,
  after: 'preemption',
});

export const machinePace = (values: TypedValues): MachinePace => ({
  everyMs: machinesInterval.in(values) * 1000,
  idleAfterMs: machinesIdleAfter.in(values) * MINUTE_MS,
  memoryAbove: machinesMemoryAbove.in(values),
});

/** Machines of the embedded market can't be logged in to: they are simulated, and read by default. */
export function machineSettings(values: TypedValues, { demo }: { readonly demo: boolean }): MachineSettings {
  const usual = demo ? 'all' : DEFAULT_MACHINES.mode;
  return { mode: machineMode.in(values) ?? usual, simulated: demo, ...machinePace(values) };
}

export const TOP_READER: Reader = { kind: 'command', also: [machinesInterval, machinesIdleAfter, machinesMemoryAbove] };
