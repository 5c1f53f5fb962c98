import type { Command } from 'commander';
import { flag, output, text, withAction } from '../../command/options.ts';
import type { Run } from '../../command/run.ts';
import type { ServiceList } from '../../contract/lists.ts';

export function addRotate(list: ServiceList, apiKeys: Command, { resolvedFrom, withSettings }: Run): void {
  if (list !== 'apiKeys') return;
  withAction(
    withSettings(
      apiKeys.command('rotate').description('Replace the API key in use here by a new one; again, continue.'),
    ),
    {
      expires: text(
        '--expires <value>',
        'When the new key expires: 30d, 1y, a date or never. Without it, it lives as long as the old one.',
      ),
      save: text('--save <file>', 'New file for the new secret, for a token from a program or a variable.'),
      keepOld: flag('--keep-old', 'Do not revoke the old key.'),
      abort: flag('--abort', 'Give a begun rotation up: keep the old key or put it back, and revoke the new one.'),
      yes: flag(
        '--yes',
        'Do not ask for confirmation, also before the old key is revoked; a key of uncertain origin is left.',
      ),
      ...output(),
    },
    async (typed, flags) => {
      const { rotate } = await import('./command.ts');
      return rotate(await resolvedFrom(flags), typed);
    },
  );
}
