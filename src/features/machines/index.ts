import type { Command } from 'commander';
import type { Feature } from '../../command/feature.ts';
import { GROUP } from '../../command/help.ts';
import { flag, output, text, withAction } from '../../command/options.ts';
import type { Run } from '../../command/run.ts';
import { machineMode, machinesIdleAfter, machinesInterval, machinesMemoryAbove, TOP_READER } from './settings.ts';

/** GPUs, load and memory of running instances over SSH: `m`, `top`, columns, idle machines, a picture of all GPUs. */
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

function addTopCommand(program: Command, { resolvedFrom, withSettings, featuresRunning }: Run): void {
  withAction(
    withSettings(
      program.command('top').helpGroup(GROUP.read).description('Print the GPUs of running instances, read over SSH.'),
    ).argument('[names...]', 'Only these instances, and those of these bids: names or identifiers.'),
    {
      watch: flag(
        '--watch',
        'Go on until stopped: one table in place on a terminal, each sample as it comes with -o ndjson.',
      ),
      ...output(),
      filter: text('--filter <words>', 'Only matching lines, as in the Machines pane: gpu<5.'),
      sort: text('--sort <column>', 'Sort by a column of the Machines pane; a leading dash reverses the order.'),
    },
    async (typed, flags, names: readonly string[]) => {
      const { top } = await import('./commands/top.ts');
      return top(await featuresRunning(), await resolvedFrom(flags, TOP_READER), names, typed);
    },
  );
}
