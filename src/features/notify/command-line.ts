import type { Command } from 'commander';
import { GROUP } from '../../command/help.ts';
import { flagOrText, output, withAction } from '../../command/options.ts';
import type { Run } from '../../command/run.ts';
import { NOTIFY_READER } from './settings.ts';

/** Adds the command that shows and tests the targets of notifications. */
export function addNotifyCommand(program: Command, { resolvedFrom, withSettings, features }: Run): void {
  withAction(
    withSettings(
      program
        .command('notify')
        .helpGroup(GROUP.setup)
        .description('List the addresses that events are sent to, or test them.'),
    ),
    {
      test: flagOrText('--test [target]', 'Send a test message to each target, or to one, and print what came back.'),
      output: output(['text', 'ndjson']),
    },
    async ({ test, output: how }, flags) => {
      const { listNotify, testNotify } = await import('./commands/notify.ts');
      const resolved = await resolvedFrom(flags, NOTIFY_READER);
      if (test === null) return listNotify(await features(), resolved.settings, how === 'ndjson');
      return testNotify(resolved, test === true ? null : test);
    },
  );
}
