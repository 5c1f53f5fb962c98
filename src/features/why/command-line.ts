import type { Command } from 'commander';
import { GROUP } from '../../command/help.ts';
import { number, output, withAction } from '../../command/options.ts';
import { pastTime } from '../../command/past-time.ts';
import type { Run } from '../../command/run.ts';

/** Adds `spotdeck why` and `spotdeck incidents`. */
export function addWhyCommand(program: Command, { settingsFrom, withSettings, features }: Run): void {
  withAction(
    withSettings(
      program
        .command('why')
        .helpGroup(GROUP.read)
        .description('Print why bids or instances do not run.')
        .argument('[names...]', 'Names or identifiers; without one, all bids that do not run.'),
    ),
    { output: output(['text', 'json']) },
    async (typed, flags, names: readonly string[]) => {
      const { why } = await import('./command.ts');
      return why(await features(), await settingsFrom(flags), names, typed);
    },
  );

  withAction(
    withSettings(
      program
        .command('incidents')
        .helpGroup(GROUP.read)
        .description('Print what was lost and came back, one line each.'),
    ),
    {
      since: number(
        '--since <time>',
        'Begin: 8h, 7d or a date such as 2026-11-20; without it the last 24 hours.',
        pastTime,
      ),
      output: output(['text', 'json']),
    },
    async (typed, flags) => {
      const { incidents } = await import('./incidents-command.ts');
      return incidents(await features(), await settingsFrom(flags), typed);
    },
  );
}
