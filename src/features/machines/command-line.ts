import { type Command, Option } from 'commander';
import { GROUP } from '../../command/help.ts';
import type { Run } from '../../command/run.ts';
import type { CliFlags } from '../../config/settings.ts';

/** Adds `spotdeck top`. */
export function addTopCommand(program: Command, { resolvedFrom, withSettings, featuresRunning }: Run): void {
  withSettings(
    program.command('top').helpGroup(GROUP.read).description('Print the GPUs of running instances, read over SSH.'),
  )
    .argument('[names...]', 'Only these instances, and those of these bids: names or identifiers.')
    .option('--watch', 'Go on until stopped: one table in place on a terminal, each sample as it comes with -o ndjson.')
    .addOption(
      new Option('-o, --output <how>', 'Output format.').choices(['table', 'json', 'ndjson', 'csv']).default('table'),
    )
    .option('--filter <words>', 'Only matching lines, as in the Machines pane: gpu<5.')
    .option('--sort <column>', 'Sort by a column of the Machines pane; a leading dash reverses the order.')
    .action(async (names: readonly string[], _given: unknown, command: Command) => {
      const options: CliFlags & Record<string, unknown> = command.optsWithGlobals();
      const { topFromArguments: top } = await import('./commands/top.ts');
      process.exitCode = await top(await featuresRunning(), await resolvedFrom(options, 'top'), names, options);
    });
}
