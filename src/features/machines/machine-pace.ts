import type { Settings } from '../../config/settings.ts';
import type { MachinePace } from './machine-settings.ts';

/** Returns how often machines are read and from when on they count as idle, as set. */
export const machinePace = ({
  machinesInterval,
  machinesIdleAfter,
}: Pick<Settings, 'machinesInterval' | 'machinesIdleAfter'>): MachinePace => ({
  everyMs: machinesInterval * 1000,
  idleAfterMs: machinesIdleAfter * 60_000,
});
