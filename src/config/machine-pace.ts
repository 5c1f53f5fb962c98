import type { MachinePace } from '../state/machine-settings.ts';
import type { Settings } from './settings.ts';

/** Returns how often machines are read and from when on they count as idle, as set. */
export const machinePace = ({
  machinesInterval,
  machinesIdleAfter,
}: Pick<Settings, 'machinesInterval' | 'machinesIdleAfter'>): MachinePace => ({
  everyMs: machinesInterval * 1000,
  idleAfterMs: machinesIdleAfter * 60_000,
});
