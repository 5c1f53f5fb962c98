import type { Feature } from '../../command/feature.ts';
import { addTopCommand } from './command-line.ts';
import { machineMode, machinesIdleAfter, machinesInterval, machinesMemoryAbove } from './settings.ts';

/** GPUs, load and memory of running instances, read over SSH: `m`, `top`, the columns, idle machines, and a picture of all GPUs. */
export const machines = {
  name: 'machines',
  settings: [machineMode, machinesInterval, machinesIdleAfter, machinesMemoryAbove],
  commands: addTopCommand,
  namesAfter: { top: ['bids', 'instances'] },
  panes: async () => (await import('./panes.ts')).machinePanes,
  actions: async () => (await import('./actions.ts')).machineActions,
  tables: () => import('./tables.ts').then(({ tables }) => tables),
  records: async () => (await import('./journal.ts')).idleJournal,
  running: () => import('./running.ts').then(({ running }) => running),
  screen: async () => (await import('./screen.ts')).screen,
} satisfies Feature;
