import { type Command, Option } from 'commander';
import { GROUP } from '../../command/help.ts';
import type { Run } from '../../command/run.ts';
import type { CliFlags } from '../../config/settings.ts';

/** Adds the command that shows and tests the targets of notifications. */
export function addNotifyCommand(program: Command, { resolvedFrom, withSettings, features }: Run): void {
  withSettings(
    program
      .command('notify')
      .helpGroup(GROUP.setup)
      .description('List the addresses that events are sent to, or test them.'),
  )
    .option('--test [target]', 'Send a test message to each target, or to one, and print what came back.')
    .addOption(new Option('-o, --output <how>', 'Output format.').choices(['text', 'ndjson']).default('text'))
    .action(async (_given: unknown, command: Command) => {
      const options: CliFlags & Record<string, unknown> = command.optsWithGlobals();
      const { listNotify, testNotify } = await import('./commands/notify.ts');
      const { settings } = await resolvedFrom(options, 'notify');
      const { test, output } = options;
      process.exitCode =
        test === undefined
          ? listNotify(await features(), settings, output === 'ndjson')
          : await testNotify(settings, typeof test === 'string' ? test : null);
    });
}
