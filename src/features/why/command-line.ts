import type { Command } from 'commander';
import { GROUP } from '../../command/help.ts';
import { output, withAction } from '../../command/options.ts';
import type { Run } from '../../command/run.ts';

/** Adds `spotdeck why`. */
export function addWhyCommand(program: Command, { settingsFrom, withSettings, features }: Run): void {
  withAction(
    withSettings(
      program
        .command('why')
        .helpGroup(GROUP.read)
        .description('Print why bids or instances do not run; without a name, all bids that do not.')
        .argument('[names...]', 'Bids or instances: names or identifiers.'),
    ),
    { output: output(['text', 'json']) },
    async (typed, flags, names: readonly string[]) => {
      const { why } = await import('./command.ts');
      return why(await features(), await settingsFrom(flags), names, typed);
    },
  );
}
