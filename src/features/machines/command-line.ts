import type { Command } from 'commander';
import { GROUP } from '../../command/help.ts';
import { flag, output, text, withAction } from '../../command/options.ts';
import type { Run } from '../../command/run.ts';
import { TOP_READER } from './settings.ts';

/** Adds `spotdeck top`. */
export function addTopCommand(program: Command, { resolvedFrom, withSettings, featuresRunning }: Run): void {
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
