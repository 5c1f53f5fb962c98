import type { Command } from 'commander';
import type { Finding } from '../../command/doctor-lines.ts';
import { GROUP } from '../../command/help.ts';
import { flagOrText, output, withAction } from '../../command/options.ts';
import type { Run } from '../../command/run.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import { own } from '../../lib/typed-key.ts';
import type { Features } from '../../store/state.ts';
import { NOTIFY_READER, notifyTargets } from './settings.ts';

export async function checkNotify(features: Features, { settings }: ResolvedSettings): Promise<readonly Finding[]> {
  if (own(settings, notifyTargets).length === 0 || settings.baseUrl === null || settings.project === null) return [];
  const { notifyFindings } = await import('./commands/notify.ts');
  return notifyFindings(features, settings);
}

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
      ...output(),
    },
    async ({ test, ...printing }, flags) => {
      const { listNotify, testNotify } = await import('./commands/notify.ts');
      const resolved = await resolvedFrom(flags, NOTIFY_READER);
      if (test === null) return listNotify(await features(), resolved.settings, printing);
      return testNotify(resolved, test === true ? null : test);
    },
  );
}
