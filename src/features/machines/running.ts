import type { RunningPart } from '../../command/feature.ts';
import { machinesListed } from './machines.ts';

/** Machines are listed with their instances, and have a tab while they are read. */
export const running: RunningPart = {
  state: {
    kept: ['machines'],
    rowsArrived: (state, name) => (name === 'instances' ? machinesListed(state) : state),
    tabs: ({ machines }) => (machines.mode === 'off' ? [] : ['machines']),
  },
};
