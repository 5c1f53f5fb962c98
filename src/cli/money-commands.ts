import { type Command, Option } from 'commander';
import type { CliFlags } from '../config/settings.ts';
import { settingsFrom, withSettings } from './command-settings.ts';
import { GROUP } from './help.ts';
import { pastTime } from './past-time.ts';

/** Adds the commands that print costs and prices over time. */
export function addMoneyCommands(program: Command): void {
  withSettings(
    program.command('spend').helpGroup(GROUP.read).description('Print what bids cost at most, from the journal.'),
  )
    .option('--since <time>', 'Begin of the time: 12h, 30d or a date such as 2026-11-20. Without it 7 days.', pastTime)
    .option('--until <time>', 'End of the time; a date is its midnight. Without it now.', pastTime)
    .addOption(
      new Option('--by <what>', 'What the costs are listed by.')
        .choices(['day', 'hour', 'bid', 'type', 'region', 'project'])
        .default('day'),
    )
    .addOption(new Option('-o, --output <how>', 'Output format.').choices(['table', 'json', 'csv']).default('table'))
    .action(async (_given: unknown, command: Command) => {
      const options: CliFlags & Record<string, unknown> = command.optsWithGlobals();
      const { spend } = await import('./bundle-commands.ts');
      process.exitCode = spend(await settingsFrom(options), options);
    });
}
