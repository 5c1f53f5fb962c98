import type { Command } from 'commander';
import { GROUP } from '../../command/help.ts';
import { number, output, withAction } from '../../command/options.ts';
import { pastTime } from '../../command/past-time.ts';
import type { Run } from '../../command/run.ts';

/** Adds `spotdeck digest`. */
export function addDigestCommand(program: Command, { settingsFrom, withSettings, features }: Run): void {
  withAction(
    withSettings(
      program.command('digest').helpGroup(GROUP.read).description('Print what happened lately, for a chat message.'),
    ),
    {
      since: number(
        '--since <time>',
        'Begin of the time: 8h, 7d or a date such as 2026-11-20. Without it the last 8 hours.',
        pastTime,
      ),
      output: output(['text', 'json']),
    },
    async (typed, flags) => {
      const { digest } = await import('./command.ts');
      return digest(await features(), await settingsFrom(flags), typed);
    },
  );
}
