import { writtenTime } from '../../resources/quantities.ts';
import { type PaneBinding, transition } from '../../screen/keys/binding.ts';
import { jumped } from '../../store/run-action.ts';
import { idleNow } from './idle-now.ts';
import { machineSettingsOf } from './settings-now.ts';

/** Bindings of idle machines. */
export const idleBindings: readonly PaneBinding[] = [
  {
    id: 'idle-machines',
    keys: [],
    label: 'Show the idle machines among the instances',
    searchWords: ['unused', 'wasted'],
    names: ['idle'],
    hint: null,
    scope: 'everywhere',
    disabled: (state) => {
      if (machineSettingsOf(state).mode === 'off') return 'Machines are not read, so none is known to be idle.';
      return idleNow(state).count === 0 ? 'No machine that was read is idle.' : null;
    },
    run: transition((state) =>
      jumped(state, 'instances', null, `idle>${writtenTime(machineSettingsOf(state).idleAfterMs)}`),
    ),
  },
];
