import { type PaneBinding, transition } from '../keys/binding.ts';
import { showNotice } from '../state/activity.ts';
import { machineModeChosen } from '../state/machines.ts';
import { paneFocused } from '../state/panes/cursor.ts';
import type { ConsoleState } from '../state/state.ts';

/** Shows the machines, or goes back from them. The first time it begins to read them. */
function machinesToggled(state: ConsoleState): ConsoleState {
  if (state.focus === 'machines') return paneFocused(state, state.focusBefore);
  const shown = paneFocused(state, 'machines');
  if (state.machines.mode !== 'off') return shown;
  return showNotice(machineModeChosen(shown, 'visible'), 'Logging in to the running instances over SSH to read them.');
}

/** Bindings of machines. */
export const machineBindings: readonly PaneBinding[] = [
  {
    id: 'machines',
    keys: ['m'],
    label: 'Show the machines, or go back from them',
    names: ['machines', 'gpus'],
    hint: null,
    scope: 'everywhere',
    run: transition(machinesToggled),
  },
  {
    id: 'machines-off',
    keys: [],
    label: 'Stop reading machines',
    hint: null,
    scope: 'everywhere',
    disabled: ({ machines }) => (machines.mode === 'off' ? 'No machine is read.' : null),
    run: transition((state) => machineModeChosen(paneFocused(state, state.focusBefore), 'off')),
  },
];
