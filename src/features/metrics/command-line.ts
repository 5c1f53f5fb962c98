import type { Command } from 'commander';
import { GROUP } from '../../command/help.ts';
import { choices, text, textOr, withAction } from '../../command/options.ts';
import type { Run } from '../../command/run.ts';
import { RULES_READER } from '../rules/settings.ts';
import type { RowSeries } from './series/metric.ts';

/** Rows with series of their own. Only a type is imported: all commands load this file. */
const ROWS = { bid: true, machine: true } satisfies Record<RowSeries, true>;

const isRow = (name: string): name is RowSeries => Object.hasOwn(ROWS, name);

export function addExporterCommand(program: Command, { resolvedFrom, withSettings, featuresRunning }: Run): void {
  withAction(
    withSettings(
      program.command('exporter').helpGroup(GROUP.read).description('Serve metrics of the fleet to Prometheus.'),
    ),
    {
      listen: textOr(
        '--listen <address>',
        'Address and port. One that other machines can reach needs a token.',
        '127.0.0.1:9464',
      ),
      tokenFile: text(
        '--token-file <file>',
        'File with a token that every request needs, for you alone to read. (SPOTDECK_EXPORTER_TOKEN: the token itself)',
      ),
      per: choices(
        '--per <row...>',
        'Metrics of single rows too; each costs Prometheus memory.',
        Object.keys(ROWS).filter(isRow),
      ),
    },
    async (typed, flags) => {
      const { exporterFromArguments: exporter } = await import('./exporter.ts');
      return exporter(await featuresRunning(), await resolvedFrom(flags, RULES_READER), typed);
    },
  );
}
