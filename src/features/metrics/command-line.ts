import { type Command, Option } from 'commander';
import { GROUP } from '../../command/help.ts';
import type { Run } from '../../command/run.ts';
import type { CliFlags } from '../../config/settings.ts';
import type { RowSeries } from './metric.ts';

/** Rows that can have series of their own. Only their type is imported: all commands load this file. */
const ROWS = { bid: true, machine: true } satisfies Record<RowSeries, true>;

/** Adds the command that serves metrics. */
export function addExporterCommand(
  program: Command,
  { environment, resolvedFrom, withSettings, featuresRunning }: Run,
): void {
  withSettings(
    program.command('exporter').helpGroup(GROUP.read).description('Serve metrics of the fleet to Prometheus.'),
  )
    .option(
      '--listen <address>',
      'Address and port. One that other machines can reach needs a token.',
      '127.0.0.1:9464',
    )
    .option(
      '--token-file <file>',
      'File with a token that every request needs, for you alone to read. (SPOTDECK_EXPORTER_TOKEN: the token itself)',
    )
    .addOption(
      new Option('--per <row...>', 'Metrics of single rows too; each costs Prometheus memory.').choices(
        Object.keys(ROWS),
      ),
    )
    .action(async (_given: unknown, command: Command) => {
      const options: CliFlags & Record<string, unknown> = command.optsWithGlobals();
      const { exporterFromArguments: exporter } = await import('./exporter.ts');
      process.exitCode = await exporter(
        await featuresRunning(),
        await resolvedFrom(options, 'exporter'),
        options,
        environment,
      );
    });
}
