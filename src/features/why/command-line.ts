import type { Command } from 'commander';
import { GROUP } from '../../command/help.ts';
import { output, withAction } from '../../command/options.ts';
import type { Run } from '../../command/run.ts';

export function addWhyCommand(program: Command, { settingsFrom, withSettings, features }: Run): void {
  withAction(
    withSettings(
      program
        .command('why')
        .helpGroup(GROUP.read)
        .description('Print why bids or instances do not run.')
        .argument('[names...]', 'Names or identifiers; without one, all bids that do not run.'),
    ),
    output(),
    async (typed, flags, names: readonly string[]) => {
      const { why } = await import('./command.ts');
      return why(await features(), await settingsFrom(flags), names, typed);
    },
  );
}
