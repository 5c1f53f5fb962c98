import type { Command } from 'commander';
import { GROUP } from '../../command/help.ts';
import { output, since, withAction } from '../../command/options.ts';
import type { Run } from '../../command/run.ts';

export function addDigestCommand(program: Command, { settingsFrom, withSettings, features }: Run): void {
  withAction(
    withSettings(
      program.command('digest').helpGroup(GROUP.read).description('Print what happened lately, for a chat message.'),
    ),
    {
      since: since('the last 8 hours'),
      ...output(),
    },
    async (typed, flags) => {
      const { digest } = await import('./command.ts');
      return digest(await features(), await settingsFrom(flags), typed);
    },
  );
}
