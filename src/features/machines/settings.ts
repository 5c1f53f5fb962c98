import { ownSetting } from '../../config/own-setting.ts';
import type { Reader } from '../../config/setting.ts';
import { MINUTE_MS } from '../../lib/duration.ts';
import type { TypedValues } from '../../lib/typed-key.ts';
import {
  DEFAULT_MACHINES,
  MACHINE_MODES,
  type MachineMode,
  type MachinePace,
  type MachineSettings,
} from './machine-settings.ts';

/** Which machines are read; null where the operator has not said. */
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

/** Seconds between two samples of a machine. */
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

/** Minutes after which a machine whose GPUs do nothing counts as idle. */
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

/** Share of a GPU's memory in use, in per cent, above which it is short. */
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

/** How often machines are read and from when on they count as idle, as set. */
export const machinePace = (values: TypedValues): MachinePace => ({
  everyMs: machinesInterval.in(values) * 1000,
  idleAfterMs: machinesIdleAfter.in(values) * MINUTE_MS,
  memoryAbove: machinesMemoryAbove.in(values),
});

/**
 * How machines are read, as set. Those of the embedded market can't be logged in to: they are simulated, and read unless the operator has
 * said otherwise.
 */
export function machineSettings(values: TypedValues, { demo }: { readonly demo: boolean }): MachineSettings {
  const usual = demo ? 'all' : DEFAULT_MACHINES.mode;
  return { mode: machineMode.in(values) ?? usual, simulated: demo, ...machinePace(values) };
}

/** `top`, which reads machines once or again and again. */
export const TOP_READER: Reader = { kind: 'command', also: [machinesInterval, machinesIdleAfter, machinesMemoryAbove] };
