import type { RunningPart } from '../../command/feature.ts';
import { header } from './header.ts';
import { createIdleEvents } from './idle-events.ts';
import { machinesListed } from './machines.ts';
import { readMachines } from './runtime.ts';
import { machinePace, machineSettings } from './settings.ts';
import { machineSettingsOf } from './settings-now.ts';
import { machinesInTurns } from './troubles.ts';

/** Machines are listed with their instances, and have a tab while they are read. */
export const running: RunningPart = {
  runtime: {
    begun: (state, { own, connected }, { screen, once }) => ({
      ...state,
      machines: screen ? machineSettings(own, connected) : machinesInTurns({ own }, !once),
    }),
    reads: readMachines,
    follows: (_, following) => createIdleEvents(following),
    // Which machines are read stays as the operator chose it.
    applied: (state, { own }) => ({ ...state, machines: { ...machineSettingsOf(state), ...machinePace(own) } }),
  },
  state: {
    kept: ['machines'],
    rowsArrived: (state, name) => (name === 'instances' ? machinesListed(state) : state),
    // Ages of samples stay as at this time.
    frozen: (lists, now) => ({ ...lists, machines: { ...lists.machines, fetchedAt: now } }),
    tabs: (state) => (machineSettingsOf(state).mode === 'off' ? [] : ['machines']),
    header,
  },
};
