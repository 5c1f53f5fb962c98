import type { Command } from 'commander';
import type { Finding } from '../../command/doctor-lines.ts';
import { GROUP } from '../../command/help.ts';
import { flag, output, text, withAction } from '../../command/options.ts';
import type { Run } from '../../command/run.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import type { Features } from '../../store/state.ts';
import { fleetSetting } from './settings.ts';

export async function checkFleet(_: Features, { settings, from }: ResolvedSettings): Promise<readonly Finding[]> {
  if (fleetSetting.in(settings.own) === null) return [];
  const { fleetFindings } = await import('./commands/read.ts');
  return fleetFindings(settings, from.environment);
}

export function addFleetCommands(program: Command, { settingsFrom, withSettings, features }: Run): void {
  withAction(
    withSettings(
      program
        .command('export')
        .helpGroup(GROUP.read)
        .description('Print bids and volumes as a file for "diff" and "apply".'),
    ),
    {
      filter: text('--filter <filter>', 'Only bids that match, as "/" in the console, and their volumes.'),
      scripts: text('--scripts <folder>', 'Folder below the present one for startup scripts of more than 3 lines.'),
    },
    async (typed, flags) => {
      const { exportFleet } = await import('./commands/export.ts');
      return exportFleet(await features(), await settingsFrom(flags), typed);
    },
  );
  const onFile = (name: string, group: string, description: string): Command =>
    withSettings(
      program
        .command(name)
        .argument('<file>', 'File of a fleet, as "export" prints it.')
        .argument('[names...]', 'Only bids and volumes with these names.')
        .helpGroup(group)
        .description(description),
    );
  withAction<typeof DIFF, FileAndNames>(
    onFile('diff', GROUP.read, 'Print how the fleet differs from a file.'),
    DIFF,
    async (typed, flags, file, names) => {
      const { diff } = await import('./commands/diff.ts');
      return diff(await features(), await settingsFrom(flags), file, names, typed);
    },
  );
  withAction<typeof APPLY, FileAndNames>(
    onFile('apply', GROUP.change, 'Make the fleet match a file; run again to resume.'),
    APPLY,
    async (typed, flags, file, names) => {
      const { apply } = await import('./commands/apply.ts');
      return apply(await features(), await settingsFrom(flags), file, names, typed);
    },
  );
}

type FileAndNames = [file: string, names: readonly string[]];

const DIFF = {
  all: flag('--all', 'List the rows that the file does not name; otherwise they are counted.'),
  ...output(),
};

const APPLY = {
  prune: flag('--prune', 'Also cancel bids and delete volumes that are not in the file.'),
  replace: flag('--replace', 'Also replace bids whose type, region, quantity, keys, cluster or script differ.'),
  rules: flag('--rules', 'Also resume bids that a rule has paused.'),
  yes: flag('--yes', 'Apply without asking.'),
  dryRun: flag('--dry-run', 'Print the requests instead of sending them.'),
};
