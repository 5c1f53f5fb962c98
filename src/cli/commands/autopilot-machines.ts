import type { StoreApi } from 'zustand/vanilla';
import { machinePace } from '../../config/machine-pace.ts';
import type { Settings } from '../../config/settings.ts';
import type { Cancel } from '../../lib/clock.ts';
import type { Rule } from '../../rules/rule.ts';
import { DEFAULT_MACHINES } from '../../state/machine-settings.ts';
import type { ConsoleState } from '../../state/state.ts';
import { reportTroubles, watchMachines } from './watch-machines.ts';

/** Reads machines over SSH while a rule needs them and the settings allow it. */
export function machinesForRules(store: StoreApi<ConsoleState>) {
  let stop: Cancel | null = null;
  const stopTroubles = reportTroubles(store);
  const end = (): void => {
    stop?.();
    stop = null;
  };
  return {
    /** Begins or ends reading, as the rules of the config file need it. */
    follow: (settings: Settings, rules: readonly Rule[]): void => {
      const isNeeded =
        rules.some(({ kind }) => kind === 'idle') && (settings.machines ?? DEFAULT_MACHINES.mode) !== 'off';
      const mode = isNeeded ? 'all' : 'off';
      store.setState({ machines: { mode, simulated: false, ...machinePace(settings) } });
      if (!isNeeded) end();
      else stop ??= watchMachines({ store, settings, targets: null });
    },
    stop: (): void => {
      end();
      stopTroubles();
    },
  };
}
