import { writtenTime } from '../../resources/quantities.ts';
import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { type PaneBinding, transition } from '../../screen/keys/binding.ts';
import { jumped } from '../../store/panes/cursor.ts';
import { allGroupsToggled, groupClosed, groupOpened, isInGroup, whyGroupStays } from '../../store/panes/open-groups.ts';
import { refusedWithoutService } from '../../store/read-only.ts';
import { keyNamed } from '../../store/state.ts';
import { loginFrom } from '../ssh/screen.ts';
import { idleNow } from './idle-machines.ts';
import { machinesToggled, modeAnnounced, noMachines } from './machine-pane.ts';
import { machineTab } from './machine-tab.ts';
import { logInToMachine, logInToMachineBeside, loginToMachine } from './pane/machines.ts';
import { picture } from './picture/picture.ts';
import { pictureShown } from './picture/tabs.ts';
import { type MachineMode, machineSettingsOf } from './settings.ts';

const modeBinding = (mode: MachineMode, label: string): PaneBinding => ({
  id: `machines-${mode}`,
  keys: [],
  label,
  names: [`machines ${mode}`],
  hint: null,
  scope: 'everywhere',
  disabled: (state) =>
    refusedWithoutService(state, 'it has no machines.') ??
    (machineSettingsOf(state).mode === mode ? (mode === 'off' ? 'No machine is read.' : 'That is so already.') : null),
  run: transition((state) => modeAnnounced(state, mode)),
});

const foldBinding = (id: string, key: string, label: string, folded: typeof groupOpened): PaneBinding => ({
  id,
  keys: [key],
  label,
  hint: null,
  scope: 'machines',
  // In a recording the keys move through it.
  when: (state) => state.shownInstead === null && isInGroup(state, 'machines'),
  disabled: (state) => whyGroupStays(state, 'machines'),
  run: transition((state) => folded(state, 'machines')),
});

const machineBindings: readonly PaneBinding[] = [
  {
    id: 'machines',
    keys: ['m'],
    label: 'Machines of the row or the marks: GPUs, memory, load; again: all machines; again: back; Tab: picture',
    searchWords: ['gpu', 'nvidia-smi', 'utilization', 'utilisation', 'temperature', 'load', 'top'],
    names: ['machines', 'gpus'],
    hint: 'machines',
    hintLast: 30,
    scope: 'everywhere',
    disabled: (state) => (state.focus === 'machines' ? null : noMachines(state)),
    run: transition(machinesToggled),
  },
  {
    id: 'picture',
    keys: [],
    label: 'Picture of all GPUs by bid: what idles among them and what that costs',
    names: ['picture', 'heatmap', 'heat map'],
    searchWords: ['heat', 'map', 'fleet'],
    hint: null,
    scope: 'everywhere',
    formerly: { ids: ['heatmap'] },
    disabled: noMachines,
    run: transition(pictureShown),
  },
  modeBinding('visible', 'Read the machines on screen over SSH'),
  modeBinding('all', 'Read all machines over SSH, in turns'),
  modeBinding('off', 'Stop reading machines'),
  foldBinding('machine-open', 'Right', 'Show the GPUs of the machine', groupOpened),
  foldBinding('machine-close', 'Left', 'Hide the GPUs of the machine', groupClosed),
  {
    id: 'machines-open',
    keys: [],
    formerly: { keys: ['a'] },
    label: 'Show or hide the GPUs of all machines',
    hint: null,
    scope: 'machines',
    run: transition((state) => allGroupsToggled(state, 'machines')),
  },
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

export const screen = {
  dialogs: { 'gpu-picture': picture },
  moved: [
    {
      command: 'heatmap',
      key: 'M',
      says: (state) =>
        `The heat map is a tab of Machines: ${keyNamed(state, 'machines', 'm')}, then ${keyNamed(state, 'next-pane', 'Tab')}.`,
    },
  ],
  rowTabs: [machineTab],
  bindings: machineBindings,
  works: [
    [logInToMachine, loginFrom('machines', 'window', loginToMachine)],
    [logInToMachineBeside, loginFrom('machines', 'split', loginToMachine)],
  ],
} satisfies ScreenParts;
