import { type Command, Option } from 'commander';
import { GROUP } from '../../command/help.ts';
import { pastTime } from '../../command/past-time.ts';
import type { Run } from '../../command/run.ts';
import type { CliFlags } from '../../config/settings.ts';

/** Adds `spotdeck digest`. */
export function addDigestCommand(program: Command, { settingsFrom, withSettings, features }: Run): void {
  withSettings(
    program.command('digest').helpGroup(GROUP.read).description('Print what happened lately, for a chat message.'),
  )
    .option(
      '--since <time>',
      'Begin of the time: 8h, 7d or a date such as 2026-11-20. Without it the last 8 hours.',
      pastTime,
    )
    .addOption(new Option('-o, --output <how>', 'Output format.').choices(['text', 'json']).default('text'))
    .action(async (_given: unknown, command: Command) => {
      const options: CliFlags & Record<string, unknown> = command.optsWithGlobals();
      const { digest } = await import('./command.ts');
      const { since, output } = options;
      process.exitCode = await digest(await features(), await settingsFrom(options), {
        since: typeof since === 'number' ? since : null,
        output: output === 'json' ? 'json' : 'text',
      });
    });
}
