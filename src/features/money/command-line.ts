import { type Command, Option } from 'commander';
import { GROUP } from '../../command/help.ts';
import { duration } from '../../command/market-options.ts';
import { pastTime } from '../../command/past-time.ts';
import type { Run } from '../../command/run.ts';
import type { CliFlags } from '../../config/settings.ts';

/** Adds the commands that print costs and prices over time. */
export function addMoneyCommands(program: Command, run: Run): void {
  const { features, settingsFrom, withSettings } = run;
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
      const { spendFromArguments: spend } = await import('./commands/spend.ts');
      process.exitCode = spend(await features(), await settingsFrom(options), options);
    });
  addPriceCommand(program, run);
}

/** Adds `spotdeck price`. */
function addPriceCommand(program: Command, { features, settingsFrom, withSettings, recorded }: Run): void {
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
      const { price } = await import('./commands/price.ts');
      const settings = await settingsFrom(options);
      const { recording } = options;
      const source = typeof recording === 'string' ? await recorded(recording) : null;
      process.exitCode = price(await features(), settings, options, source);
    });
}
