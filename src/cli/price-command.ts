import { type Command, Option } from 'commander';
import type { CliFlags } from '../config/settings.ts';
import { settingsFrom, withSettings } from './command-settings.ts';
import { GROUP } from './help.ts';
import { duration } from './market-options.ts';

/** Adds `spotdeck price`. */
export function addPriceCommand(program: Command): void {
  withSettings(
    program
      .command('price')
      .helpGroup(GROUP.read)
      .description('Print between which prices bids were filled and outbid.'),
  )
    .option('--type <type>', 'Only this instance type; its region can be left out.')
    .option('--region <region>', 'Only this region.')
    .option('--since <time>', 'Length of the time until now: 8h, 7d. Without it 7 days.', duration)
    .option('--recording <file>', 'Read a file made by --record in place of the journal.')
    .addOption(
      new Option('-o, --output <how>', 'Output format.').choices(['table', 'json', 'ndjson', 'csv']).default('table'),
    )
    .action(async (_given: unknown, command: Command) => {
      const options: CliFlags & Record<string, unknown> = command.optsWithGlobals();
      const { price } = await import('./bundle-commands.ts');
      process.exitCode = price(await settingsFrom(options), options);
    });
}
