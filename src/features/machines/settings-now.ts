import type { ConsoleState } from '../../store/state.ts';
import { DEFAULT_MACHINES, type MachineSettings } from './machine-settings.ts';

declare module '../../store/state.ts' {
  interface ConsoleState {
    readonly machines?: MachineSettings;
  }
}

/** How machines are read now, and which ones; none until a program says so. */
export const machineSettingsOf = ({ machines = DEFAULT_MACHINES }: Pick<ConsoleState, 'machines'>): MachineSettings =>
  machines;
