import type { Command } from 'commander';
import type { Finding } from '../../command/doctor-lines.ts';
import { GROUP } from '../../command/help.ts';
import { flag, output, withAction } from '../../command/options.ts';
import type { Run } from '../../command/run.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import { own } from '../../lib/typed-key.ts';
import type { Features } from '../../store/features.ts';
import { namesFrom } from './settings.ts';

/** Checks what is kept of the list of names. */
export async function checkNames(_: Features, { settings }: ResolvedSettings): Promise<readonly Finding[]> {
  const from = own(settings, namesFrom);
  if (from === null || settings.baseUrl === null) return [];
  const { namesFindings } = await import('./command.ts');
  return namesFindings(settings, from);
}

/** Adds `spotdeck names`. */
export function addNamesCommand(program: Command, { settingsFrom, withSettings }: Run): void {
  withAction(
    withSettings(
      program.command('names').helpGroup(GROUP.setup).description('Print the names of identifiers, with their source.'),
    ),
    {
      again: flag('--again', 'Read the list again, however new the names are.'),
      output: output(['table', 'json']),
    },
    async ({ again, output: how }, flags) => {
      const { printNames } = await import('./command.ts');
      return printNames(await settingsFrom(flags), { again, json: how === 'json' });
    },
  );
}
