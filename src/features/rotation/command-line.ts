import { type Command, Option } from 'commander';
import type { Run } from '../../command/run.ts';
import type { CliFlags } from '../../config/settings.ts';
import { rotate } from './command.ts';

/** Adds the command that rotates the API key in use to the commands of API keys. */
export function addRotate(apiKeys: Command, { environment, resolvedFrom, withSettings }: Run): void {
  withSettings(apiKeys.command('rotate').description('Replace the API key in use here by a new one; again, continue.'))
    .option(
      '--expires <value>',
      'When the new key expires: 30d, 1y, a date or never. Without it, it lives as long as the old one.',
    )
    .option('--save <file>', 'New file for the new secret, for a token from a program or a variable.')
    .option('--keep-old', 'Do not revoke the old key.')
    .option('--abort', 'Give a begun rotation up: keep the old key or put it back, and revoke the new one.')
    .option(
      '--yes',
      'Do not ask for confirmation, also before the old key is revoked; a key of uncertain origin is left.',
    )
    .addOption(new Option('-o, --output <how>', 'Output format.').choices(['text', 'json']).default('text'))
    .action(async (_given: unknown, command: Command) => {
      const options: CliFlags & Record<string, unknown> = command.optsWithGlobals();
      process.exitCode = await rotate(await resolvedFrom(options), environment, {
        yes: options['yes'] === true,
        keepOld: options['keepOld'] === true,
        abort: options['abort'] === true,
        expires: textIn(options['expires']),
        save: textIn(options['save']),
        json: options['output'] === 'json',
      });
    });
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);
