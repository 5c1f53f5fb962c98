import type { RunningPart } from '../../command/feature.ts';
import { header } from './header.ts';
import { machinesListed } from './machines.ts';
import { machineSettingsOf } from './settings-now.ts';

/** Machines are listed with their instances, and have a tab while they are read. */
export const running: RunningPart = {
  state: {
    kept: ['machines'],
    rowsArrived: (state, name) => (name === 'instances' ? machinesListed(state) : state),
    tabs: (state) => (machineSettingsOf(state).mode === 'off' ? [] : ['machines']),
    header,
  },
};
